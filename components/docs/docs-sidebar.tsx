"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { DocLinkGroup } from "./doc-link";
import styles from "./docs-sidebar.module.css";

export function DocsSidebar({ groups }: { groups: readonly DocLinkGroup[] }) {
  const pathname = usePathname();
  return (
    <nav className={styles.sidebar} aria-label="Documentation">
      {groups.map((group) => (
        <div key={group.title} className={styles.group}>
          <p className={styles.title}>{group.title}</p>
          <ul>
            {group.pages.map((page) => (
              <li key={page.slug}>
                <Link href={`/docs/${page.slug}`} aria-current={pathname === `/docs/${page.slug}` ? "page" : undefined}>
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className={styles.group}>
        <p className={styles.title}>Reference</p>
        <ul>
          <li>
            <a href="/docs/api">API reference</a>
          </li>
        </ul>
      </div>
    </nav>
  );
}
