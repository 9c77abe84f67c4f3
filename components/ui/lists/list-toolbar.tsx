import type { ReactNode } from "react";
import classes from "./list-toolbar.module.css";

interface Props {
  /** The field that searches the list. */
  search?: ReactNode;
  /** Filters, as chips. */
  children?: ReactNode;
  /** The number of items, such as `12 databases`; it stands at the end. */
  count?: ReactNode;
}

/** The line above a list: its search, its filters, and how much is listed. */
export function ListToolbar({ search, children, count }: Props) {
  return (
    <div className={classes.toolbar}>
      {search && <div className={classes.search}>{search}</div>}
      {children}
      {count !== undefined && (
        <div className={classes.count} role="status">
          {count}
        </div>
      )}
    </div>
  );
}
