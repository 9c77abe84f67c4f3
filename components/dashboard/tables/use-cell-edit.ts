"use client";

import { flushSync } from "react-dom";
import type { Refused } from "@/lib/web/resource";
import type { GridCell } from "../grid/grid-move";
import type { GridState } from "../grid/use-grid";
import { faultOf, meantBy } from "../values/value-check";
import { type After, beginEdit, type CellEdit, isSame, moved } from "./cell-edit";
import type { ShownTable } from "./pending";
import type { EditState } from "./use-edit-state";

interface Input {
  table: ShownTable;
  grid: GridState;
  state: EditState;
  /** Why the table is read-only; `null` where it is not. */
  readOnlyReason: string | null;
  /** Stores a value in place of the value that was seen. */
  store: (edit: CellEdit, value: string | null, seen: string | null) => Promise<Refused | null>;
  /** Whether values are kept with others rather than stored one by one. */
  isCollected: boolean;
  faultAt: (cell: GridCell) => string | null;
  /** Takes over where the edit of a row that is to be added goes on; returns whether it did. */
  walk: (cell: GridCell, after: After) => boolean;
}

/** Starts, saves and cancels the edit of one value of a grid. */
export function useCellEdit({ table, grid, state, readOnlyReason, store, ...given }: Input) {
  const { edit, editorId, change, fail, begin, finish, reading, next, isOver } = state;
  const start = (cell: GridCell, typed?: string | null): CellEdit | null => {
    const begun = beginEdit(table, cell, {
      readOnlyReason,
      typed,
      fault: given.faultAt(cell),
      isCollected: given.isCollected,
    });
    if (!begun) return null;
    grid.setActive(cell);
    return begin(begun, typed !== undefined);
  };
  const end = (ended: CellEdit, after: After) => {
    finish();
    const opened = next.current;
    next.current = null;
    if (opened) flushSync(() => start(opened.cell, opened.typed));
    else if (given.walk(ended.cell, after)) grid.focus();
    // The focus stays where the user moved it while the value was saved.
    else if (after !== "elsewhere" && isSame(grid.latest.current.active, ended.cell)) {
      grid.goTo(moved(ended.cell, after, ended.table));
      grid.focus();
    }
  };
  const commit = async (begun: CellEdit, draft: string | null, after: After) => {
    const value = meantBy(begun.column, draft);
    if (value === begun.seen) return end(begun, after);
    const fault = faultOf(begun.column, value);
    if (fault !== null) return fail(fault, { draft, refused: draft });
    change({ draft, isSaving: true, message: null });
    const seen = begun.seen === undefined ? await reading.current : begun.seen;
    if (seen === undefined) return;
    if (value === seen) return end(begun, after);
    const refusal = await store(begun, value, seen);
    if (!refusal) return end(begun, after);
    const { message, restorePointReason } = refusal;
    fail(message, { refused: draft, ...(restorePointReason !== undefined && { restorePointReason }) });
  };
  /** Saves the draft when the field loses the focus, unless it was refused already or needs a restore point. */
  const leave = () => {
    if (!edit || edit.isSaving || isOver.current) return;
    const { seen, draft, column, refused } = edit;
    const isChanged = seen === undefined ? draft !== null : meantBy(column, draft) !== seen;
    if (!isChanged || edit.readOnlyReason !== null) end(edit, "elsewhere");
    else if (edit.restorePointReason === null && draft !== refused) void commit(edit, draft, "elsewhere");
  };
  return {
    edit,
    editorId,
    leave,
    open: (cell: GridCell, typed?: string | null) => {
      if (!edit) start(cell, typed);
      else if (edit.isSaving) next.current = { cell, typed: typedSoFar(next.current, cell, typed) };
      else document.getElementById(editorId)?.focus();
    },
    type: (draft: string | null, isWide?: boolean) => change({ draft, ...(isWide !== undefined && { isWide }) }),
    save: (draft: string | null, after: After) => {
      if (edit && !edit.isSaving) void commit(edit, draft, after);
    },
    cancel: () => edit && !edit.isSaving && end(edit, "stay"),
    setNull: (cell: GridCell) => {
      const begun = edit ? null : start(cell, null);
      if (begun?.readOnlyReason === null && begun.restorePointReason === null) void commit(begun, null, "stay");
    },
  };
}

/** Returns the characters typed in a cell so far, before its field is rendered. */
function typedSoFar(
  before: { cell: GridCell; typed?: string | null | undefined } | null,
  cell: GridCell,
  typed: string | null | undefined,
): string | null | undefined {
  if (!before || !isSame(before.cell, cell)) return typed;
  return typed === undefined ? before.typed : `${before.typed ?? ""}${typed ?? ""}`;
}

export type CellEditing = ReturnType<typeof useCellEdit>;
