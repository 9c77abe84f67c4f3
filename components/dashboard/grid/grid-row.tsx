"use client";

import type { ResultColumn } from "../results/outcome";
import { cellText, isNumeric } from "./cell-text";
import classes from "./grid.module.css";
import type { GridCell } from "./grid-move";

interface Props {
  index: number;
  top: number;
  height: number;
  values: readonly (string | null)[];
  columns: readonly ResultColumn[];
  /** Indexes of the columns in sight. */
  shown: readonly number[];
  gutter: number;
  starts: readonly number[];
  widths: readonly number[];
  /** The column of the active cell, when it is in this row. */
  active: number | null;
  idOf: (cell: GridCell) => string;
  onPick: (cell: GridCell) => void;
  onOpen: (cell: GridCell) => void;
}

export function ResultRow(props: Props) {
  const { index, top, height, values, columns, shown, gutter, starts, widths, active, idOf, onPick, onOpen } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid whose rows are not all there
    // biome-ignore lint/a11y/useFocusableInteractive: the grid itself has the focus
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div role="rowheader" aria-colindex={1} className={classes.gutter} style={{ width: gutter }}>
        {index + 1}
      </div>
      {shown.map((column) => {
        const value = values[column] ?? null;
        const cell = { row: index, column };
        return (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself hears the keys
          <div
            key={column}
            id={idOf(cell)}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={active === column}
            className={classes.cell}
            data-numeric={isNumeric(columns[column]?.typeName ?? "") || undefined}
            style={{ left: gutter + (starts[column] ?? 0), width: widths[column] }}
            onClick={() => onPick(cell)}
            onDoubleClick={() => onOpen(cell)}
          >
            {value === null ? (
              <span className={classes.null}>NULL</span>
            ) : value === "" ? (
              <EmptyText />
            ) : (
              cellText(value)
            )}
          </div>
        );
      })}
    </div>
  );
}

function EmptyText() {
  return <span className={classes.empty}>empty</span>;
}
