"use client";

import { Group, Stack, Text } from "@mantine/core";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { EmptyState } from "../empty-state";
import type { GridCell } from "../results/grid-move";
import { CellEditor } from "./cell-editor";
import { PageLinks } from "./page-links";
import { type RowView, rowAddress } from "./row-address";
import { RowFilters } from "./row-filters";
import { RowGrid } from "./row-grid";
import { targetOf } from "./row-target";
import { RowTools } from "./row-tools";
import { RowTotal } from "./row-total";
import type { BrowsedTable } from "./table";
import type { Changed, Outcome } from "./use-changes";
import { useRowChanges } from "./use-row-changes";

interface Props {
  base: string;
  view: RowView;
  table: BrowsedTable;
  operators: readonly string[];
  mayWrite: boolean;
  changeRows: (changes: unknown) => Promise<Outcome<Changed>>;
  undoChange: (changeId: string) => Promise<Outcome<unknown>>;
  countRows: (selection: unknown) => Promise<Outcome<{ count: number }>>;
  readValue: (place: unknown) => Promise<Outcome<{ text: string | null }>>;
}

/** The rows of one table: looked through, and changed where they can be. */
export function RowBrowser(props: Props) {
  const { base, view, table } = props;
  const { shape, rows } = table;
  const router = useRouter();
  const changes = useRowChanges(table, props);
  const [opened, setOpened] = useState<GridCell | null>(null);
  const readOnlyReason = props.mayWrite ? shape.readOnlyReason : "Your role may read rows, not change them.";
  const sort = (column: string) => router.push(rowAddress(base, sortedBy(view, column)) as Route);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" gap="xs">
        <RowFilters
          base={base}
          view={view}
          columns={shape.columns.map(({ name }) => name)}
          operators={props.operators}
        />
        {readOnlyReason === null && <RowTools columns={shape.columns} {...changes} selected={changes.selected.size} />}
      </Group>
      {readOnlyReason !== null && (
        <Text size="sm" c="dimmed">
          {readOnlyReason}
        </Text>
      )}
      {rows.length > 0 ? (
        <RowGrid
          label={`Rows of ${shape.name}`}
          table={table}
          sort={view.sort}
          onSort={sort}
          targetOf={(cell) => targetOf(base, table, cell)}
          onOpen={setOpened}
          selected={changes.selected}
          onSelect={readOnlyReason === null ? changes.toggle : null}
        />
      ) : (
        <NoRows isFiltered={view.filters.length > 0} />
      )}
      <Group justify="space-between" gap="xs">
        <RowTotal view={view} table={table} count={props.countRows} />
        <PageLinks
          previous={table.previous && rowAddress(base, { ...view, cursor: table.previous })}
          next={table.next && rowAddress(base, { ...view, cursor: table.next })}
        />
      </Group>
      {opened && (
        <OpenedCell
          {...{ base, table, cell: opened, readOnlyReason, readValue: props.readValue, update: changes.update }}
          onClose={() => setOpened(null)}
        />
      )}
    </Stack>
  );
}

/** Up, down, and as the rows come. */
function sortedBy(view: RowView, column: string): RowView {
  const direction = view.sort?.column === column ? view.sort.direction : null;
  const next = direction === null ? "ascending" : "descending";
  return { ...view, cursor: undefined, sort: direction === "descending" ? undefined : { column, direction: next } };
}

function NoRows({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No row fits" text="Take a condition away, or choose other values." />
  ) : (
    <EmptyState title="No rows yet" text="The table is empty." />
  );
}

interface OpenedProps extends Pick<Props, "base" | "table" | "readValue"> {
  cell: GridCell;
  readOnlyReason: string | null;
  update: (row: number, column: string, value: string | null, seen: string | null) => Promise<string | null>;
  onClose: () => void;
}

function OpenedCell({ base, table, cell, readOnlyReason, readValue, update, onClose }: OpenedProps) {
  const { shape, rows } = table;
  const [row, column] = [rows[cell.row], shape.columns[cell.column]];
  if (!row || !column) return null;
  const { key } = row;
  const named = { schema: shape.schema, name: shape.name };
  const isCut = row.cut.includes(cell.column);
  return (
    <CellEditor
      column={column}
      value={row.cells[cell.column] ?? null}
      read={isCut && key ? () => readValue({ table: named, key, column: column.name }) : null}
      target={targetOf(base, table, cell)}
      readOnlyReason={column.isGenerated ? "The database computes this value." : readOnlyReason}
      save={(value, seen) => update(cell.row, column.name, value, seen)}
      onClose={onClose}
    />
  );
}
