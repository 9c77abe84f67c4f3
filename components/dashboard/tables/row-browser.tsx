"use client";

import { Group, Stack, Text } from "@mantine/core";
import type { Route } from "next";
import { useRouter } from "next/navigation";
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
import { type RowView, rowAddress } from "./row-address";
import { RowFilters } from "./row-filters";
import { RowGrid } from "./row-grid";
import { targetOf } from "./row-target";
import { RowTools } from "./row-tools";
import { useCellEdit } from "./use-cell-edit";
import { useEditState } from "./use-edit-state";
import { useRowChanges } from "./use-row-changes";
import { useRowGrid } from "./use-row-grid";

interface Props {
  base: string;
  view: RowView;
  table: BrowsedTable;
  operators: readonly RowFilter["operator"][];
  canWrite: boolean;
  changeRows: (changes: unknown, mayKeepDatabase: boolean) => Promise<Outcome<AppliedRowChanges>>;
  undoChange: (changeId: string) => Promise<Outcome<unknown>>;
  previewUndo: (changeId: string) => Promise<Outcome<UndoPreview>>;
  countRows: (selection: unknown) => Promise<Outcome<{ count: number }>>;
  readValue: (place: unknown) => Promise<Outcome<{ text: string | null }>>;
}

/** The page of a table's rows, where they can be browsed, filtered and edited. */
export function RowBrowser(props: Props) {
  const { base, view, readValue } = props;
  const { shape } = props.table;
  const router = useRouter();
  const readOnlyReason = props.canWrite ? shape.readOnlyReason : "You have read-only access.";
  const { shown, start, isWorking, ...changes } = useRowChanges(props.table, props);
  const state = useEditState(readValue);
  // Rows that arrive during an edit are shown after it.
  const table = state.edit?.table ?? shown;
  const grid = useRowGrid(table, view.sort, state.edit);
  const editing = useCellEdit({ table: shown, grid, state, readOnlyReason, store: changes.store });
  const [menu, setMenu] = useState<OpenedMenu | null>(null);
  const show = (next: RowView) => router.push(rowAddress(base, { ...next, cursor: undefined }) as Route);
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
            <RowTools table={shown} selected={grid.chosenRows} isWorking={isWorking} start={start} {...changes} />
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
          table={table}
          grid={grid}
          editing={editing}
          onSort={(column) => show(sortedBy(view, column))}
          targetOf={(cell) => targetOf(base, table, cell)}
          onMenu={(cell, at) => setMenu({ cell, at })}
          onSelect={readOnlyReason === null ? grid.toggleRow : null}
          isReadOnly={readOnlyReason !== null}
        />
      ) : (
        <NoRows isFiltered={view.filters.length > 0} />
      )}
      <CellMenu
        opened={menu}
        table={table}
        isReadOnly={readOnlyReason !== null}
        target={menu && targetOf(base, table, menu.cell)}
        onOpen={editing.open}
        onNull={editing.setNull}
        onFilter={(column, value) => show({ ...view, filters: [...view.filters, filterFor(column, value)] })}
        onClose={() => {
          setMenu(null);
          grid.focus();
        }}
      />
      <SelectionLine grid={grid} />
      <RowFooter base={base} view={view} table={table} countRows={props.countRows} />
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
