import type { ReactNode } from "react";
import { PageTitle } from "@/components/ui/page-title";
import type { TablePage } from "../tables/table-address";
import { TableTabs } from "../tables/table-tabs";
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
