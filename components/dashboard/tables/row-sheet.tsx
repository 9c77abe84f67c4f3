"use client";

import { type ReactNode, useEffect, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkAnchor } from "@/components/ui/link";
import { PageLinks } from "@/components/ui/page-links";
import { PageTotal } from "@/components/ui/page-total";
import { useIsPhone } from "@/components/ui/use-is-phone";
import type { TableShape } from "@/lib/sql/tables/resource";
import { type RowView, rowAddress } from "../addresses/row-address";
import { tableAddress } from "../addresses/table-address";
import { CsvTools } from "../csv/csv-tools";
import { SelectionLine } from "../grid/selection-line";
import { UndoDialog } from "../undo/undo-dialog";
import { CellMenu, type OpenedMenu } from "./cell-menu";
import { ColumnList } from "./column-list";
import { sameAs } from "./filter-words";
import { PasteBeyond } from "./paste-beyond";
import { PendingBar } from "./pending-bar";
import classes from "./row-browser.module.css";
import type { RowBrowserProps } from "./row-browser-props";
import { RowCards } from "./row-cards";
import { RowForm } from "./row-form";
import { RowGrid } from "./row-grid";
import { RowSortField } from "./row-sort-field";
import { targetOf } from "./row-target";
import { RowTools } from "./row-tools";
import { useColumnActions } from "./use-column-actions";
import { useColumnLayout } from "./use-column-layout";
import { useRowChanges } from "./use-row-changes";
import { useRowEdits } from "./use-row-edits";

interface Props extends RowBrowserProps {
  /** Shows other rows: with another order or filter. */
  show: (next: Partial<RowView>) => void;
  /** Says how many changes are not applied yet. */
  onPending: (count: number) => void;
  /** Asks for a condition of a column. */
  askFilter: (column: string) => void;
}

/** A page of rows with its tools: a new page of rows starts anew. */
export function RowSheet(props: Props) {
  const { base, view, readValue, show, onPending } = props;
  const { shape } = props.table;
  const readOnlyReason = props.canWrite ? shape.readOnlyReason : "You have read-only access.";
  const isReadOnly = readOnlyReason !== null;
  const arrangement = useColumnLayout(props.table, props.keptAs);
  const { shown, start, isWorking, store, send, ...changes } = useRowChanges(arrangement.shown, props);
  const edits = useRowEdits({ stored: shown, sort: view.sort, arrangement, readOnlyReason, readValue, store, send });
  const { table, grid, pending } = edits;
  useEffect(() => onPending(pending.count), [pending.count, onPending]);
  const [menu, setMenu] = useState<OpenedMenu | null>(null);
  const onSort = (sort: RowView["sort"]) => show({ sort: sort ?? [] });
  const heads = useColumnActions({ arrangement, grid, sort: view.sort, onSort, onFilter: props.askFilter });
  const onPhone = useIsPhone();
  const note = readOnlyReason ?? shape.restorePointReason;
  return (
    <>
      <div className={classes.tools}>
        <CsvTools {...props} shape={shape} />
        {table.rows.length > 0 && onPhone && (
          <RowSortField columns={arrangement.names} sort={view.sort} onSort={onSort} />
        )}
        {table.rows.length > 0 && <ColumnList arrangement={arrangement} />}
        {!isReadOnly && (
          <RowTools table={shown} edits={edits} isWorking={isWorking} start={start} remove={changes.remove} />
        )}
      </div>
      <div className={classes.sheet}>
        {note !== null && (
          <div className="meta">
            {note}{" "}
            {props.canWrite && lacksKey(shape) && (
              <LinkAnchor
                href={`${tableAddress(base, "structure", shape)}&form=primary-key`}
                inherit
                underline="always"
              >
                Add a primary key
              </LinkAnchor>
            )}
          </div>
        )}
        {table.rows.length > 0 ? (
          <>
            {onPhone !== true && (
              <RowGrid
                edits={edits}
                sort={view.sort}
                actions={heads.actions}
                targetOf={(cell) => targetOf(base, table, cell)}
                onMenu={(cell, at) => setMenu({ cell, at })}
                isReadOnly={isReadOnly}
              />
            )}
            {onPhone !== false && <RowCards base={base} edits={edits} isReadOnly={isReadOnly} />}
          </>
        ) : (
          <NoRows isFiltered={view.filters.length > 0} isFaulty={table.faults.length > 0} />
        )}
        <PendingBar edits={edits} previewChanges={props.previewChanges} />
      </div>
      <CellMenu
        opened={menu}
        isReadOnly={isReadOnly}
        target={menu && targetOf(base, table, menu.cell)}
        edits={edits}
        onFilter={(column, value) => show({ filters: [...view.filters, sameAs(column, value)] })}
        onClose={() => {
          setMenu(null);
          grid.focus();
        }}
      />
      {heads.menu}
      <PasteBeyond edits={edits} />
      <RowForm edits={edits} isReadOnly={isReadOnly} />
      <RowFooter {...props} table={shown}>
        <SelectionLine grid={grid} />
      </RowFooter>
      <UndoDialog
        changeId={changes.asked}
        onClose={() => changes.setAsked(null)}
        verbs={{ preview: props.previewUndo, undo: props.undoChange }}
      />
    </>
  );
}

/** The range of the page and the total, with links to the pages before and after. */
function RowFooter({ base, view, table, countRows, children }: RowBrowserProps & { children: ReactNode }) {
  const { shape, rows, rowsBefore, previous, next, isCountedOff } = table;
  const { schema, name, filters } = view;
  const addressOf = (cursor: string | null) => cursor && rowAddress(base, { ...view, cursor });
  return (
    <div className={classes.foot}>
      <PageTotal
        noun="row"
        shown={rows.length}
        before={rowsBefore}
        hasNext={next !== null}
        estimate={filters.length > 0 || shape.kind === "view" ? null : shape.estimatedRows}
        note={isCountedOff ? " (counted up to 10,000)" : ""}
        count={() => countRows({ schema, name, filters })}
      />
      {children}
      <PageLinks previous={addressOf(previous)} next={addressOf(next)} />
    </div>
  );
}

function lacksKey({ kind, primaryKey }: TableShape): boolean {
  return primaryKey.length === 0 && (kind === "table" || kind === "partitioned table");
}

function NoRows({ isFiltered, isFaulty }: { isFiltered: boolean; isFaulty: boolean }) {
  if (isFaulty) return <EmptyState title="No rows read" text="Correct the marked condition, or remove it." />;
  return isFiltered ? (
    <EmptyState title="No matching rows" text="Change or remove a condition." />
  ) : (
    <EmptyState title="No rows yet" text="This table is empty." />
  );
}
