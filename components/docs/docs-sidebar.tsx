"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { DocLink, DocLinkGroup } from "@/lib/web/resource";
import { DocsSearchForm } from "./docs-search-form";
import styles from "./docs-sidebar.module.css";
import { FoldingNav } from "./folding-nav";

export function DocsSidebar({ groups }: { groups: readonly DocLinkGroup[] }) {
  const pathname = usePathname();
  return (
    // A new page begins with the list folded.
    <FoldingNav key={pathname} label="Documentation" column="sidebar">
      <DocsSearchForm />
      {groups.map((group) => (
        <div key={group.title} className={styles.group}>
          <p className={styles.title}>{group.title}</p>
          <ul>
            {group.pages.map((page) => (
              <li key={page.href}>
                <SidebarLink page={page} isCurrent={pathname === page.href} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </FoldingNav>
  );
}

function SidebarLink({ page, isCurrent }: { page: DocLink; isCurrent: boolean }) {
  if (page.hasOwnPolicy) return <a href={page.href}>{page.title}</a>;
  return (
    <Link href={page.href} aria-current={isCurrent ? "page" : undefined}>
      {page.title}
    </Link>
  );
}
