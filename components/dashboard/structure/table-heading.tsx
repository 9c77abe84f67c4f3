import type { ReactNode } from "react";
import { PageTabs } from "@/components/ui/page-tabs";
import { PageTitle } from "@/components/ui/page-title";
import { type TablePage, tableAddress } from "../addresses/table-address";
import classes from "./table-heading.module.css";

interface Props {
  /** The address of the page of tables. */
  base: string;
  table: { schema: string; name: string };
  current: TablePage;
  text?: ReactNode;
  /** Buttons beside the title. */
  children?: ReactNode;
}

/** The heading of a page of a table, in one line with its tabs. */
export function TableHeading({ base, table: { schema, name }, current, text, children }: Props) {
  return (
    <div className={classes.heading}>
      <PageTitle
        title={<bdi>{schema === "public" ? name : `${schema}.${name}`}</bdi>}
        parent={{ href: base, label: "Tables" }}
      />
      {text && <div className={classes.text}>{text}</div>}
      <div className={classes.end}>
        {children && <div className={classes.actions}>{children}</div>}
        <TableTabs base={base} table={{ schema, name }} current={current} />
      </div>
    </div>
  );
}

interface TableTabsProps {
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
function TableTabs({ base, table, current }: TableTabsProps) {
  const tabs = TABS.map(({ page, label }) => ({
    ...{ label, href: tableAddress(base, page, table), isCurrent: page === current },
  }));
  return <PageTabs label="Pages of this table" tabs={tabs} />;
}
