"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import classes from "./database-tabs.module.css";

const PAGES = [
  { path: "", label: "Overview" },
  { path: "/sql", label: "SQL" },
  { path: "/history", label: "History" },
  { path: "/tables", label: "Tables" },
  { path: "/documents", label: "Documents" },
  { path: "/restore-points", label: "Restore points" },
  { path: "/events", label: "Events" },
] as const;

/** Links to the pages of one database. `base` is the address of its overview. */
export function DatabaseTabs({ base }: { base: string }) {
  const pathname = usePathname();
  const current = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another tab to bring into view
  useEffect(() => {
    const list = current.current?.parentElement;
    if (current.current && list) list.scrollLeft = current.current.offsetLeft - list.clientWidth / 3;
  }, [pathname]);
  return (
    <nav aria-label="Database" className={classes.tabs}>
      {PAGES.map(({ path, label }) => {
        const href = `${base}${path}`;
        const isHere = path === "" ? pathname === href : pathname === href || pathname.startsWith(`${href}/`);
        return (
          <PageLink
            key={path}
            ref={isHere ? current : null}
            href={href}
            className={classes.tab}
            aria-current={isHere ? "page" : undefined}
          >
            {label}
            <PendingLink />
          </PageLink>
        );
      })}
    </nav>
  );
}
