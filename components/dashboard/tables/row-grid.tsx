"use client";

import { Checkbox, VisuallyHidden } from "@mantine/core";
import type { KeyboardEvent } from "react";
import type { RowSort } from "@/lib/sql/tables/resource";
import { Grid } from "../grid/grid";
import type { GridCell } from "../grid/grid-move";
import type { GridMark, GridView } from "../grid/grid-view";
import { CellContent } from "./cell-content";
import { isSame } from "./cell-edit";
import { CellEditor } from "./cell-editor";
import { type ColumnActions, ColumnHeader } from "./column-header";
import { faultAt, markOf } from "./pending-marks";
import classes from "./row-grid.module.css";
import type { RowEdits } from "./use-row-edits";

/** Pages of at most this many rows are rendered whole. */
const WHOLE_ROWS = 100;

interface Props extends Pick<GridView, "onMenu"> {
  edits: RowEdits;
  sort: readonly RowSort[];
  actions: ColumnActions;
  /** Returns the row that a value references by a foreign key. */
  targetOf: (cell: GridCell) => { href: string; table: string } | null;
  /** Whether the table is read-only. */
  isReadOnly: boolean;
}

/** The grid of a page of rows. Keys open the value of a cell, or type over it. */
export function RowGrid(props: Props) {
  const { edits, sort, actions, onMenu, targetOf, isReadOnly } = props;
  const { table, base, grid, editing, pending } = edits;
  const { edit, open, setNull } = editing;
  const onKey = (event: KeyboardEvent, active: GridCell): boolean => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === "F2") open(active);
    else if (event.key === "Enter" && event.shiftKey) edits.setFormRow(active.row);
    else if (isReadOnly) return false;
    else if (event.key === " ") grid.toggleRow(active.row);
    else if (event.key === "Escape" && table.rows[active.row]?.given) pending.remove(new Set([active.row]));
    else if (event.key === "Delete" && grid.chosenRows.size > 0) edits.removeRows();
    else if ((event.key === "Delete" || event.key === "Backspace") && isCommand && !grid.isSeveral) setNull(active);
    else if (event.key === "Delete") edits.clear(isCommand);
    else if (isTyped(event)) open(active, event.key);
    else return false;
    return true;
  };
  const rowNumber = (row: number) => grid.rowsBefore + row + 1;
  return (
    <Grid
      grid={grid}
      label={`Rows of ${table.shape.name}`}
      keys={keysOf(isReadOnly)}
      // A page is there without scripts; rows that were pasted may be many.
      isWhole={grid.rows.length <= WHOLE_ROWS}
      className={classes.grid}
      isReadOnly={isReadOnly}
      edited={edit?.cell ?? null}
      onOpen={open}
      onKey={onKey}
      onPaste={isReadOnly ? undefined : edits.paste}
      wholeValueOf={edits.wholeValueOf}
      markOf={(row, column) => markOf(base, pending.pending, row, column)}
      faultOf={({ row, column }) => faultAt(base, pending.pending, row, column)}
      onMenu={edit ? undefined : onMenu}
      gutterHead={<VisuallyHidden>Row</VisuallyHidden>}
      gutterOf={(row) =>
        isReadOnly ? (
          rowNumber(row)
        ) : (
          <RowGutter
            number={rowNumber(row)}
            mark={markOf(base, pending.pending, row)}
            isSelected={grid.chosenRows.has(row)}
            onSelect={() => grid.toggleRow(row)}
          />
        )
      }
      headOf={(column) => <ColumnHeader column={column} rank={rankOf(sort, column.name)} actions={actions} />}
      contentOf={(cell) =>
        edit && isSame(edit.cell, cell) ? (
          <CellEditor editing={editing} rowNumber={rowNumber(cell.row)} />
        ) : (
          <CellContent table={table} cell={cell} target={targetOf(cell)} />
        )
      }
    />
  );
}

/** Returns the place of a column among several that sort. */
function rankOf(sort: readonly RowSort[], name: string): number | null {
  const place = sort.findIndex(({ column }) => column === name);
  return sort.length > 1 && place >= 0 ? place + 1 : null;
}

function keysOf(isReadOnly: boolean): string {
  const keys = [
    "Arrow keys move between values, Enter opens one",
    ...(isReadOnly
      ? []
      : ["typing replaces it, Ctrl+V pastes, Delete clears the selection, Ctrl+Delete sets it to NULL"]),
    "Shift+Enter opens the row as a form",
    "Shift+arrow keys select more values, Ctrl+A all of them, Shift+Space a row, Ctrl+Space a column",
    ...(isReadOnly ? [] : ["Space adds its row to the selected ones"]),
    "Ctrl+C copies the selection, Alt+Shift+arrow keys change the column's width.",
  ];
  return keys.join(", ");
}

/** Returns whether a key types a character. One outside the BMP counts as one; `/` is the key of the filter. */
function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && key !== " " && key !== "/" && !ctrlKey && !metaKey && !altKey;
}

interface RowGutterProps {
  number: number;
  mark: GridMark | null;
  isSelected: boolean;
  onSelect: () => void;
}

const MARKS: Record<GridMark, { sign: string; text: string }> = {
  changed: { sign: "", text: "changed" },
  added: { sign: "+", text: "will be added" },
  deleted: { sign: "−", text: "will be deleted" },
  refused: { sign: "!", text: "can't be saved" },
};

/** The head of a row that can be selected: its number, in place of which the pointer finds a checkbox. */
function RowGutter({ number, mark, isSelected, onSelect }: RowGutterProps) {
  return (
    <>
      <span aria-hidden={mark === null} className={classes.number} data-selected={isSelected || undefined}>
        {mark === null ? number : MARKS[mark].sign}
        {mark !== null && <VisuallyHidden>{MARKS[mark].text}</VisuallyHidden>}
      </span>
      <Checkbox
        size="xs"
        tabIndex={-1}
        className={classes.box}
        aria-label={`Select row ${number}`}
        checked={isSelected}
        onChange={onSelect}
      />
    </>
  );
}
