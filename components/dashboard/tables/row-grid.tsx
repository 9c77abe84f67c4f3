"use client";

import { Checkbox, VisuallyHidden } from "@mantine/core";
import type { KeyboardEvent } from "react";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import { Grid } from "../grid/grid";
import type { GridCell } from "../grid/grid-move";
import type { GridView } from "../grid/grid-view";
import type { GridState } from "../grid/use-grid";
import { CellContent } from "./cell-content";
import { isSame } from "./cell-edit";
import { CellEditor } from "./cell-editor";
import { ColumnHeader } from "./column-header";
import classes from "./row-grid.module.css";
import type { CellEditing } from "./use-cell-edit";

interface Props extends Pick<GridView, "onMenu"> {
  table: BrowsedTable;
  grid: GridState;
  editing: CellEditing;
  onSort: (column: string) => void;
  /** Returns the row that a value references by a foreign key. */
  targetOf: (cell: GridCell) => { href: string; table: string } | null;
  /** Selects a row, or undoes that; `null` where rows cannot be deleted. */
  onSelect: ((row: number) => void) | null;
  /** Whether the table is read-only. */
  isReadOnly: boolean;
}

/** The grid of a page of rows. Keys open the value of a cell, or type over it. */
export function RowGrid(props: Props) {
  const { table, grid, editing, onSort, onMenu, targetOf, onSelect, isReadOnly } = props;
  const { edit, open, setNull } = editing;
  const onKey = (event: KeyboardEvent, active: GridCell): boolean => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === "F2") open(active);
    else if (event.key === " " && onSelect) onSelect(active.row);
    else if ((event.key === "Delete" || event.key === "Backspace") && isCommand && !isReadOnly) setNull(active);
    else if (isTyped(event) && !isReadOnly) open(active, event.key);
    else return false;
    return true;
  };
  const rowNumber = (row: number) => grid.rowsBefore + row + 1;
  return (
    <Grid
      grid={grid}
      label={`Rows of ${table.shape.name}`}
      keys={keysOf(isReadOnly, onSelect !== null)}
      className={classes.grid}
      isReadOnly={isReadOnly}
      edited={edit?.cell ?? null}
      onOpen={open}
      onKey={onKey}
      onPaste={isReadOnly ? undefined : open}
      onMenu={edit ? undefined : onMenu}
      gutterHead={<VisuallyHidden>Row</VisuallyHidden>}
      gutterOf={(row) =>
        onSelect ? (
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={`Select row ${rowNumber(row)}`}
            checked={grid.chosenRows.has(row)}
            onChange={() => onSelect(row)}
          />
        ) : (
          rowNumber(row)
        )
      }
      headOf={(column) => <ColumnHeader column={column} onSort={onSort} />}
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

function keysOf(isReadOnly: boolean, isSelectable: boolean): string {
  const keys = [
    "Arrow keys move between values, Enter opens one",
    ...(isReadOnly ? [] : ["typing or Ctrl+V replaces it, Ctrl+Delete sets it to NULL"]),
    "Shift+arrow keys select more values, Ctrl+A all of them, Shift+Space a row, Ctrl+Space a column",
    ...(isSelectable ? ["Space adds its row to the selected ones"] : []),
    "Ctrl+C copies what is selected, Alt+Shift+arrow keys change the column's width.",
  ];
  return keys.join(", ");
}

/** Returns whether a key types a character. One outside the BMP counts as one. */
function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
}
