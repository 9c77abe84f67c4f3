import Link from "next/link";
import type { DocLinkGroup } from "./doc-link";
import styles from "./docs-index.module.css";

export function DocsIndex({ groups }: { groups: readonly DocLinkGroup[] }) {
  return (
    <>
      <h1 className={styles.heading}>Documentation</h1>
      {groups.map((group) => (
        <section key={group.title}>
          <h2 className={styles.group}>{group.title}</h2>
          <ul className={styles.list}>
            {group.pages.map((page) => (
              <li key={page.slug}>
                <Link href={`/docs/${page.slug}`}>{page.title}</Link>
                <p>{page.description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
