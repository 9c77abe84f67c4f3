"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { BrowserMemory } from "@/components/ui/browser-memory";
import { isPhone } from "@/components/ui/use-is-phone";
import { useKept } from "@/components/ui/use-kept";
import type { BrowsedTable, RowSort } from "@/lib/sql/tables/resource";
import type { Refused } from "@/lib/web/resource";
import type { GridCell } from "../grid/grid-move";
import { useGrid } from "../grid/use-grid";
import type { After, CellEdit } from "./cell-edit";
import { idOf, isRequired } from "./pending";
import { faultAt } from "./pending-marks";
import { useCellEdit } from "./use-cell-edit";
import type { ColumnArrangement } from "./use-column-layout";
import { type ReadValue, useEditState } from "./use-edit-state";
import { type PendingChanges, usePending } from "./use-pending";
import { useRowValues } from "./use-row-values";

interface Input {
  stored: BrowsedTable;
  sort: readonly RowSort[];
  arrangement: ColumnArrangement;
  readOnlyReason: string | null;
  readValue: ReadValue;
  store: (edit: CellEdit, value: string | null, seen: string | null) => Promise<Refused | null>;
  send: Parameters<typeof usePending>[1];
}

/** Edits the values and rows of a page: one by one, by pasting, or collected until they are applied. */
export function useRowEdits({ stored, sort, arrangement, readOnlyReason, readValue, store, send }: Input) {
  const [isCollecting, setIsCollecting] = useCollecting();
  const state = useEditState(readValue);
  // Rows that arrive during an edit are shown after it.
  const frozen = useRef(stored);
  if (state.edit === null) frozen.current = stored;
  const base = frozen.current;
  const pending = usePending(base, send);
  const { table } = pending;
  const grid = useRowGrid(table, sort, state.edit, arrangement);
  const [toOpen, setToOpen] = useState<GridCell | null>(null);
  const [isAskingDelete, setIsAskingDelete] = useState(false);
  const { formRow, setFormRow, openAdded } = useFormRow(base, pending);
  const isCollected = isCollecting || pending.count > 0;
  const nextSettable = (from: number) =>
    table.shape.columns.findIndex(({ isGenerated }, index) => index >= from && !isGenerated);
  const walk = ({ row, column }: GridCell, after: After): boolean => {
    if (!table.rows[row]?.given || (after !== "right" && after !== "down")) return false;
    const next = nextSettable(column + 1);
    if (next !== -1) setToOpen({ row, column: next });
    else if (!isCollecting) void pending.apply();
    return true;
  };
  const editing = useCellEdit({
    table,
    grid,
    state,
    readOnlyReason,
    isCollected,
    walk,
    faultAt: ({ row, column }) => faultAt(base, pending.pending, row, column),
    store: async (edit, value, seen) => {
      if (!isCollected) return store(edit, value, seen);
      pending.write([{ row: edit.cell.row, column: edit.column.name, value, seen }]);
      return null;
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once the row is there, and no value is being saved
  useEffect(() => {
    if (!toOpen || state.edit !== null || !table.rows[toOpen.row]) return;
    setToOpen(null);
    // An effect cannot render within another render's commit.
    queueMicrotask(() => {
      grid.goTo(toOpen);
      editing.open(toOpen);
    });
  }, [toOpen, table, state.edit]);
  const values = useRowValues({ table, grid, pending, readValue, isCollecting });
  return {
    ...{ table, base, grid, state, editing, pending, isCollecting, setIsCollecting, isCollected, ...values },
    ...{ isAskingDelete, setIsAskingDelete, formRow, setFormRow },
    removeRow: (row: number) => {
      if (isCollected) return pending.remove(new Set([row]));
      grid.chooseRow(row);
      setIsAskingDelete(true);
    },
    removeRows: () => (isCollected ? pending.remove(grid.chosenRows) : setIsAskingDelete(true)),
    addRow: () => {
      pending.add(1);
      if (isPhone()) return openAdded();
      const required = table.shape.columns.findIndex(isRequired);
      setToOpen({ row: table.rows.length, column: Math.max(0, required === -1 ? nextSettable(0) : required) });
    },
  };
}

export type RowEdits = ReturnType<typeof useRowEdits>;

const memory = new BrowserMemory("coppice.");
const FORM = { read: (text: string | null) => text === "true", write: String };

/** Returns whether changes of rows are collected until they are applied. The browser remembers it. */
function useCollecting(): [boolean, (isOn: boolean) => void] {
  const [isOn, change] = useKept(memory, "collect-changes", FORM);
  return [isOn, (next) => change(() => next)];
}

/** Keeps which row is shown as a form, by its key: its place changes when rows are read anew. */
function useFormRow(base: BrowsedTable, { table, latest }: PendingChanges) {
  const [formId, setFormId] = useState<string | null>(null);
  const idAt = (row: number) => (base.rows[row]?.key === null ? `row ${row}` : idOf(base, latest.current, row));
  const place = formId === null ? -1 : table.rows.findIndex((_, row) => idAt(row) === formId);
  return {
    formRow: place === -1 ? null : place,
    setFormRow: (row: number | null) => setFormId(row === null ? null : idAt(row)),
    /** Shows the row that was added last. */
    openAdded: () => setFormId(latest.current.added.at(-1)?.id ?? null),
  };
}

/** Returns the grid state of a page of rows, whose columns are arranged. */
function useRowGrid(
  { shape, rows, rowsBefore }: BrowsedTable,
  sort: readonly RowSort[],
  edit: CellEdit | null,
  arrangement: ColumnArrangement,
) {
  const columns = useMemo(
    () =>
      shape.columns.map(({ name, type, baseType, isGenerated }) => ({
        name,
        baseType,
        typeName: shape.primaryKey.includes(name) ? `${type}, key` : type,
        sort: sort.find(({ column }) => column === name)?.direction,
        isReadOnly: isGenerated,
      })),
    [shape, sort],
  );
  const values = useMemo(() => rows.map(({ cells }) => cells), [rows]);
  const ids = useMemo(() => rows.map(({ key }, row) => (key === null ? String(row) : JSON.stringify(key))), [rows]);
  const { pinned, widthOf, resize } = arrangement;
  return useGrid(columns, values, {
    rowsBefore,
    ids,
    edited: edit?.isWide === false ? edit.cell.column : undefined,
    pinned,
    widths: { widthOf, resize },
  });
}
