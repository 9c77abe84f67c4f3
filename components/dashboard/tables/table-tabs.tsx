import { PageLink } from "@/components/ui/page-link";
import { type TablePage, tableAddress } from "./table-address";
import classes from "./table-tabs.module.css";

interface Props {
  /** The address of the page of tables. */
  base: string;
  table: { schema: string; name: string };
  current: TablePage;
}

const TABS: readonly { page: TablePage; label: string }[] = [
  { page: "rows", label: "Rows" },
  { page: "structure", label: "Structure" },
  { page: "definition", label: "SQL" },
];

/** The tabs of a table, each a page of its own. */
export function TableTabs({ base, table, current }: Props) {
  return (
    <nav className={classes.tabs} aria-label="Pages of this table">
      {TABS.map(({ page, label }) => (
        <PageLink
          key={page}
          href={tableAddress(base, page, table)}
          className={classes.tab}
          {...(page === current && { "aria-current": "page" })}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  );
}
