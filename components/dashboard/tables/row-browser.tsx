"use client";

import { useState } from "react";
import type { OpenCondition } from "./condition-editor";
import { type RowView, rowAddress } from "./row-address";
import classes from "./row-browser.module.css";
import type { RowBrowserProps } from "./row-browser-props";
import { RowFilters } from "./row-filters";
import { RowSheet } from "./row-sheet";
import { useLeaveGuard } from "./use-leave-guard";

/** The rows of a table, where they can be browsed, filtered and edited. It fills its container. */
export function RowBrowser(props: RowBrowserProps) {
  const { base, view, table } = props;
  /** The number of changes that are not applied yet. */
  const [pending, setPending] = useState(0);
  const guard = useLeaveGuard(pending);
  const [open, setOpen] = useState<OpenCondition | null>(null);
  const show = (next: Partial<RowView>) => guard.leaveTo(rowAddress(base, { ...view, cursor: undefined, ...next }));
  return (
    <div className={classes.browser}>
      <RowFilters
        base={base}
        view={view}
        columns={table.shape.columns}
        faults={table.faults}
        open={open}
        setOpen={setOpen}
        go={guard.leaveTo}
      />
      <RowSheet
        // The filter outlives the rows, so that the focus stays in it when they change.
        key={rowAddress("", view)}
        {...props}
        show={show}
        onPending={setPending}
        askFilter={(column) => setOpen({ entry: view.filters.length, alternative: 0, column })}
      />
      {guard.question}
    </div>
  );
}
