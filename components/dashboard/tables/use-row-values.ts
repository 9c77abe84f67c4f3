"use client";

import { useState } from "react";
import { showRefusal } from "@/components/ui/announce";
import { pastedBlock } from "../grid/copied-block";
import type { GridCell } from "../grid/grid-move";
import type { GridState } from "../grid/use-grid";
import { cellsOf, clearedAs, type Placed, placesOf, writesOf } from "./paste";
import type { ShownTable } from "./pending";
import type { ReadValue } from "./use-edit-state";
import type { PendingChanges } from "./use-pending";

/** The most rows that are changed as one. */
const MAX_ROWS = 2_000;

interface Input {
  table: ShownTable;
  grid: GridState;
  pending: PendingChanges;
  readValue: ReadValue;
  isCollecting: boolean;
}

/** Changes several values as one: by pasting, by clearing the selection, or by the form of a row. */
export function useRowValues({ table, grid, pending, readValue, isCollecting }: Input) {
  /** Pasted values of which some are below the last row, which a dialog asks about. */
  const [beyond, setBeyond] = useState<{ places: Placed[]; rows: number } | null>(null);
  /** Reads all of a stored value. */
  const readWhole = ({ row, column }: GridCell) => {
    const { schema, name } = table.shape;
    const place = { key: table.rows[row]?.key, column: table.shape.columns[column]?.name };
    return readValue({ table: { schema, name }, ...place });
  };
  const wholeValueOf = ({ row, column }: GridCell): string | null | Promise<string | null> => {
    const shown = table.rows[row];
    const value = shown?.cells[column] ?? null;
    if (!shown?.key || !shown.cut.includes(column)) return value;
    return readWhole({ row, column }).then((outcome) => (outcome.isDone ? outcome.value.text : value));
  };
  const put = async (places: readonly Placed[]) => {
    if (places.length === 0) return;
    if (new Set(places.map(({ row }) => row)).size > MAX_ROWS) {
      return showRefusal(`Up to ${MAX_ROWS.toLocaleString("en")} rows can be changed at once.`);
    }
    const writes = await writesOf(table, places, wholeValueOf);
    const below = places.reduce((last, { row }) => Math.max(last, row), 0) - table.rows.length + 1;
    if (below > 0) pending.add(below);
    pending.write(writes);
    if (!isCollecting) await pending.apply();
  };
  return {
    readWhole,
    wholeValueOf,
    beyond,
    setBeyond,
    put,
    paste: (active: GridCell, text: string) => {
      const places = placesOf({ table, block: pastedBlock(text), active, rects: grid.rects });
      const rows = places.reduce((last, { row }) => Math.max(last, row), 0) - table.rows.length + 1;
      if (rows > 0) setBeyond({ places, rows });
      else void put(places);
    },
    /** Sets the selection to NULL; to empty text where there is no NULL and `isForced` does not say so. */
    clear: (isForced: boolean) => {
      const cells = grid.rects.flatMap(cellsOf);
      const valueFor = (column: number) => {
        const shape = table.shape.columns[column];
        return isForced || !shape ? null : clearedAs(shape);
      };
      void put(cells.map((cell) => ({ ...cell, value: valueFor(cell.column) })));
    },
  };
}
