"use client";

import { Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import type { ResultColumn } from "@/lib/sql/statements/resource";
import { inWords } from "../grid/cell-text";
import { CellValue } from "../grid/cell-value";
import { Grid } from "../grid/grid";
import type { GridCell } from "../grid/grid-move";
import { SelectionLine } from "../grid/selection-line";
import { useGrid } from "../grid/use-grid";
import { useWindow } from "../grid/use-window";
import { CellViewer } from "./cell-viewer";
import { GridTools } from "./grid-tools";
import classes from "./result-grid.module.css";
import { rowText } from "./save-file";

interface Props {
  label: string;
  columns: readonly ResultColumn[];
  rows: readonly (string | null)[][];
  /** More buttons for the rows. */
  children?: ReactNode;
}

/** The grid of a result, with buttons above it. A value opens in a dialog. */
export function ResultGrid({ label, columns, rows, children }: Props) {
  const grid = useGrid(columns, rows);
  const shown = useWindow(grid);
  const [isOpen, setIsOpen] = useState(false);
  const { active } = grid;
  const value = active && grid.valueAt(active);
  const open = (cell: GridCell) => {
    grid.setActive(cell);
    setIsOpen(true);
  };
  return (
    <>
      <Group justify="flex-end" gap="xs" className={classes.bar}>
        {children}
        <GridTools
          isEnabled={active !== null}
          open={() => active && open(active)}
          copyCell={() => copyText(value ?? "", "Value")}
          copyRow={() => active && copyText(rowText(rows[active.row] ?? []), "Row")}
        />
      </Group>
      <Grid
        grid={grid}
        shown={shown}
        label={label}
        keys="Arrow keys move between values, Enter opens one, Shift+arrow keys select more, Ctrl+A all of them, Shift+Space a row, Ctrl+Space a column, Ctrl+C copies what is selected, Alt+Shift+arrow keys change the column's width."
        className={classes.grid}
        onOpen={open}
        contentOf={(cell) => <CellValue value={inWords(columns[cell.column]?.typeName, grid.valueAt(cell))} />}
      />
      <SelectionLine grid={grid} />
      {active && (
        <CellViewer
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          column={columns[active.column]}
          row={active.row}
          value={value}
        />
      )}
    </>
  );
}
