"use client";

import { Group, Stack, Text } from "@mantine/core";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import type { Outcome } from "@/components/ui/outcome";
import { UndoDialog } from "../history/undo-dialog";
import type { UndoPreview } from "../history/undo-preview";
import { CellMenu, type OpenedMenu } from "./cell-menu";
import { PageLinks } from "./page-links";
import { type RowView, rowAddress } from "./row-address";
import { RowFilters } from "./row-filters";
import { RowGrid } from "./row-grid";
import { targetOf } from "./row-target";
import { RowTools } from "./row-tools";
import { RowTotal } from "./row-total";
import type { BrowsedTable, RowFilter } from "./table";
import { useActiveCell } from "./use-active-cell";
import { useCellEdit } from "./use-cell-edit";
import type { ChangeOutcome } from "./use-changes";
import { useRowChanges } from "./use-row-changes";

interface Props {
  base: string;
  view: RowView;
  table: BrowsedTable;
  operators: readonly string[];
  canWrite: boolean;
  changeRows: (changes: unknown, mayKeepDatabase: boolean) => Promise<ChangeOutcome>;
  undoChange: (changeId: string) => Promise<Outcome<unknown>>;
  previewUndo: (changeId: string) => Promise<Outcome<UndoPreview>>;
  countRows: (selection: unknown) => Promise<Outcome<{ count: number }>>;
  readValue: (place: unknown) => Promise<Outcome<{ text: string | null }>>;
}

/** The rows of one table: looked through, and changed where they can be. */
export function RowBrowser(props: Props) {
  const { base, view, readValue } = props;
  const { shape } = props.table;
  const router = useRouter();
  const readOnlyReason = props.canWrite ? shape.readOnlyReason : "Your role may read rows, not change them.";
  const { shown, start, isWorking, selected, toggle, ...changes } = useRowChanges(props.table, props);
  const place = useActiveCell({ rows: shown.rows.length, columns: shape.columns.length });
  const editing = useCellEdit({ table: shown, place, readOnlyReason, readValue, store: changes.store });
  // Rows that come in meanwhile wait for the end of an edit.
  const table = editing.edit?.table ?? shown;
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
        {readOnlyReason === null && (
          <RowTools {...{ table: shown, selected: selected.size, isWorking, start }} {...changes} />
        )}
      </Group>
      {(readOnlyReason ?? shape.restorePointReason) !== null && (
        <Text size="sm" c="dimmed">
          {readOnlyReason ?? shape.restorePointReason}
        </Text>
      )}
      {table.rows.length > 0 ? (
        <RowGrid
          label={`Rows of ${shape.name}`}
          {...{ table, place, editing, selected }}
          sort={view.sort}
          onSort={(column) => show(sortedBy(view, column))}
          targetOf={(cell) => targetOf(base, table, cell)}
          onOpen={editing.open}
          onMenu={(cell, at) => setMenu({ cell, at })}
          onSelect={readOnlyReason === null ? toggle : null}
          isReadOnly={readOnlyReason !== null}
        />
      ) : (
        <NoRows isFiltered={view.filters.length > 0} />
      )}
      <CellMenu
        {...{ opened: menu, table, isReadOnly: readOnlyReason !== null }}
        target={menu && targetOf(base, table, menu.cell)}
        onOpen={editing.open}
        onNull={editing.setNull}
        onFilter={(column, value) => show({ ...view, filters: [...view.filters, filterFor(column, value)] })}
        onClose={() => {
          setMenu(null);
          place.focus();
        }}
      />
      <Group justify="space-between" gap="xs">
        <RowTotal view={view} table={table} count={props.countRows} />
        <PageLinks
          previous={table.previous && rowAddress(base, { ...view, cursor: table.previous })}
          next={table.next && rowAddress(base, { ...view, cursor: table.next })}
        />
      </Group>
      <UndoDialog
        changeId={changes.asked}
        onClose={() => changes.setAsked(null)}
        verbs={{ preview: props.previewUndo, undo: props.undoChange }}
      />
    </Stack>
  );
}

function filterFor(column: string, value: string | null): RowFilter {
  return value === null ? { column, operator: "is null" } : { column, operator: "equals", value };
}

/** Up, down, and as the rows come. */
function sortedBy(view: RowView, column: string): RowView {
  const direction = view.sort?.column === column ? view.sort.direction : null;
  const next = direction === null ? "ascending" : "descending";
  return { ...view, sort: direction === "descending" ? undefined : { column, direction: next } };
}

function NoRows({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No row fits" text="Take a condition away, or choose other values." />
  ) : (
    <EmptyState title="No rows yet" text="The table is empty." />
  );
}
