import type { ReactNode } from "react";
import { LinkAnchor } from "@/components/ui/link";
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
      <h1 className={classes.title}>
        <bdi>{schema === "public" ? name : `${schema}.${name}`}</bdi>
      </h1>
      <div className={classes.text}>
        <LinkAnchor href={base} fz="inherit">
          Tables
        </LinkAnchor>
        {text && <> · {text}</>}
      </div>
      <div className={classes.end}>
        {children && <div className={classes.actions}>{children}</div>}
        <TableTabs base={base} table={{ schema, name }} current={current} />
      </div>
    </div>
  );
}
