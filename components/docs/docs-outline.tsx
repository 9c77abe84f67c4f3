import styles from "./docs-outline.module.css";
import { FoldingNav } from "./folding-nav";
import type { Heading } from "./rehype-outline";

export function DocsOutline({ headings }: { headings: readonly Heading[] }) {
  if (headings.length === 0) return null;
  return (
    <FoldingNav label="On this page" column="outline">
      <p className={styles.title} aria-hidden="true">
        On this page
      </p>
      <ul>
        {headings.map(({ id, text, level }) => (
          <li key={id} className={level === 3 ? styles.below : undefined}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </FoldingNav>
  );
}
