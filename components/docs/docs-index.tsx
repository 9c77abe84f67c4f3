import Link from "next/link";
import type { DocLinkGroup } from "@/lib/web/resource";
import styles from "./docs-index.module.css";

export function DocsIndex({ groups }: { groups: readonly DocLinkGroup[] }) {
  return (
    <>
      <h1 className={styles.heading}>Documentation</h1>
      {groups.map((group) => (
        <section key={group.title}>
          <h2 className={styles.group}>{group.title}</h2>
          <ul className={styles.list}>
            {group.pages.map(({ href, title, description, hasOwnPolicy }) => (
              <li key={href}>
                {hasOwnPolicy ? <a href={href}>{title}</a> : <Link href={href}>{title}</Link>}
                <p>{description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
