"use client";

import { Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { PageLinks } from "@/components/ui/page-links";
import { PageTotal } from "@/components/ui/page-total";
import type { AppliedRowChanges, UndoPreview } from "@/lib/sql/data-changes/resource";
import type { BrowsedTable, RowFilter } from "@/lib/sql/tables/resource";
import type { Outcome } from "@/lib/web/resource";
import { CsvTools } from "../csv/csv-tools";
import { SelectionLine } from "../grid/selection-line";
import { UndoDialog } from "../undo/undo-dialog";
import { CellMenu, type OpenedMenu } from "./cell-menu";
import { PasteBeyond } from "./paste-beyond";
import { PendingBar } from "./pending-bar";
import { type RowView, rowAddress } from "./row-address";
import { RowFilters } from "./row-filters";
import { RowForm } from "./row-form";
import { RowGrid } from "./row-grid";
import { targetOf } from "./row-target";
import { RowTools } from "./row-tools";
import { useLeaveGuard } from "./use-leave-guard";
import { useRowChanges } from "./use-row-changes";
import { useRowEdits } from "./use-row-edits";

interface Props {
  base: string;
  view: RowView;
  table: BrowsedTable;
  operators: readonly RowFilter["operator"][];
  canWrite: boolean;
  changeRows: (changes: unknown, mayKeepDatabase: boolean) => Promise<Outcome<AppliedRowChanges>>;
  previewChanges: (changes: unknown) => Promise<Outcome<{ text: string }>>;
  undoChange: (changeId: string) => Promise<Outcome<unknown>>;
  previewUndo: (changeId: string) => Promise<Outcome<UndoPreview>>;
  countRows: (selection: unknown) => Promise<Outcome<{ count: number }>>;
  readValue: (place: unknown) => Promise<Outcome<{ text: string | null }>>;
}

/** The page of a table's rows, where they can be browsed, filtered and edited. */
export function RowBrowser(props: Props) {
  const { base, view, readValue } = props;
  const { shape } = props.table;
  const readOnlyReason = props.canWrite ? shape.readOnlyReason : "You have read-only access.";
  const { shown, start, isWorking, store, send, ...changes } = useRowChanges(props.table, props);
  const edits = useRowEdits({ stored: shown, sort: view.sort, readOnlyReason, readValue, store, send });
  const { table, grid, pending } = edits;
  const guard = useLeaveGuard(pending.count);
  const [menu, setMenu] = useState<OpenedMenu | null>(null);
  const show = (next: RowView) => guard.leaveTo(rowAddress(base, { ...next, cursor: undefined }));
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" gap="xs">
        <RowFilters
          base={base}
          view={view}
          columns={shape.columns.map(({ name }) => name)}
          operators={props.operators}
        />
        <Group gap="xs">
          <CsvTools {...props} shape={shape} />
          {readOnlyReason === null && (
            <RowTools table={shown} edits={edits} isWorking={isWorking} start={start} remove={changes.remove} />
          )}
        </Group>
      </Group>
      {(readOnlyReason ?? shape.restorePointReason) !== null && (
        <Text size="sm" c="dimmed">
          {readOnlyReason ?? shape.restorePointReason}
        </Text>
      )}
      {table.rows.length > 0 ? (
        <RowGrid
          edits={edits}
          onSort={(column) => show(sortedBy(view, column))}
          targetOf={(cell) => targetOf(base, table, cell)}
          onMenu={(cell, at) => setMenu({ cell, at })}
          isReadOnly={readOnlyReason !== null}
        />
      ) : (
        <NoRows isFiltered={view.filters.length > 0} />
      )}
      <CellMenu
        opened={menu}
        isReadOnly={readOnlyReason !== null}
        target={menu && targetOf(base, table, menu.cell)}
        edits={edits}
        onFilter={(column, value) => show({ ...view, filters: [...view.filters, filterFor(column, value)] })}
        onClose={() => {
          setMenu(null);
          grid.focus();
        }}
      />
      <SelectionLine grid={grid} />
      <PendingBar edits={edits} previewChanges={props.previewChanges} />
      <PasteBeyond edits={edits} />
      <RowForm edits={edits} isReadOnly={readOnlyReason !== null} />
      {guard.question}
      <RowFooter base={base} view={view} table={shown} countRows={props.countRows} />
      <UndoDialog
        changeId={changes.asked}
        onClose={() => changes.setAsked(null)}
        verbs={{ preview: props.previewUndo, undo: props.undoChange }}
      />
    </Stack>
  );
}

type FooterProps = Pick<Props, "base" | "view" | "table" | "countRows">;

/** The range of the page and the total, with links to the pages before and after. */
function RowFooter({ base, view, table, countRows }: FooterProps) {
  const { shape, rows, rowsBefore, previous, next, isCountedOff } = table;
  const { schema, name, filters } = view;
  const addressOf = (cursor: string | null) => cursor && rowAddress(base, { ...view, cursor });
  return (
    <Group justify="space-between" gap="xs">
      <PageTotal
        noun="row"
        shown={rows.length}
        before={rowsBefore}
        hasNext={next !== null}
        estimate={filters.length > 0 || shape.kind === "view" ? null : shape.estimatedRows}
        note={isCountedOff ? " (counted up to 10,000)" : ""}
        count={() => countRows({ schema, name, filters })}
      />
      <PageLinks previous={addressOf(previous)} next={addressOf(next)} />
    </Group>
  );
}

function filterFor(column: string, value: string | null): RowFilter {
  return value === null ? { column, operator: "is null" } : { column, operator: "equals", value };
}

/** Returns the view with the next order of a column: ascending, descending, unsorted. */
function sortedBy(view: RowView, column: string): RowView {
  const direction = view.sort?.column === column ? view.sort.direction : null;
  const next = direction === null ? "ascending" : "descending";
  return { ...view, sort: direction === "descending" ? undefined : { column, direction: next } };
}

function NoRows({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No matching rows" text="Change or remove a condition." />
  ) : (
    <EmptyState title="No rows yet" text="This table is empty." />
  );
}
