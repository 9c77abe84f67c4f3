"use client";

import { type MouseEvent, memo } from "react";
import { CellValue } from "./cell-value";
import classes from "./grid.module.css";
import { isNumeric } from "./grid-column";
import { ROW_HEIGHT } from "./grid-measures";
import type { GridView, ShownCells } from "./grid-view";
import { holds } from "./selection";
import type { GridState } from "./use-grid";

interface Props extends Pick<ShownCells, "columns"> {
  index: number;
  grid: GridState;
  view: GridView;
}

/** A row, which is rendered again only when something of the grid changes. */
export const GridRow = memo(function GridRow({ index, grid, view, columns }: Props) {
  const { gutter, rowsBefore } = grid;
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid whose rows are not all there
    // biome-ignore lint/a11y/useFocusableInteractive: the grid itself has the focus
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={grid.chosenRows.has(index)}
      className={classes.row}
      style={{ top: index * ROW_HEIGHT, height: ROW_HEIGHT }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div
        role="rowheader"
        aria-colindex={1}
        data-row={index}
        className={classes.gutter}
        style={{ width: gutter }}
        data-mark={view.markOf?.(index) ?? undefined}
      >
        {view.gutterOf ? view.gutterOf(index) : rowsBefore + index + 1}
      </div>
      {columns.map((column) => (
        <Cell key={column} row={index} column={column} grid={grid} view={view} />
      ))}
    </div>
  );
});

interface CellProps extends Pick<Props, "grid" | "view"> {
  row: number;
  column: number;
}

function Cell({ row, column, grid, view }: CellProps) {
  const { columns, sizes, gutter, active, idOf, setActive, valueAt, rects } = grid;
  const cell = { row, column };
  const shape = columns[column];
  const isActive = active?.row === row && active.column === column;
  const isEdited = view.edited?.row === row && view.edited.column === column;
  const mark = view.markOf?.(row, column) ?? null;
  const isChosen = rects.some((rect) => holds(rect, cell));
  // The first touch makes a cell active, and the second opens it. The effect of the mouse is decided when it is
  // pressed.
  const onClick = ({ nativeEvent }: MouseEvent) => {
    const kind = nativeEvent instanceof PointerEvent ? nativeEvent.pointerType : "";
    if (kind === "touch" && isActive) view.onOpen(cell);
    else if (kind !== "mouse") setActive(cell);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid whose rows are not all there
    // biome-ignore lint/a11y/useFocusableInteractive: the grid itself has the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself hears the keys
    <div
      id={idOf(cell)}
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={isChosen}
      aria-readonly={view.isReadOnly || shape?.isReadOnly || undefined}
      className={classes.cell}
      data-active={isActive || undefined}
      data-edited={isEdited || undefined}
      data-chosen={isChosen || undefined}
      data-mark={mark ?? undefined}
      aria-invalid={mark === "refused" || undefined}
      title={mark === "refused" ? (view.faultOf?.(cell) ?? undefined) : undefined}
      data-numeric={(shape && isNumeric(shape)) || undefined}
      data-pinned={column < grid.pins || undefined}
      style={{ left: gutter + (sizes.starts[column] ?? 0), width: sizes.widths[column] }}
      onClick={isEdited ? undefined : onClick}
      onDoubleClick={isEdited ? undefined : () => view.onOpen(cell)}
    >
      {view.contentOf ? view.contentOf(cell) : <CellValue value={valueAt(cell)} />}
    </div>
  );
}
