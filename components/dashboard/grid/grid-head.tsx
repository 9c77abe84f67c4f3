"use client";

import { ColumnLabel } from "./column-label";
import classes from "./grid.module.css";
import { isNumeric } from "./grid-column";
import { HEADER_HEIGHT } from "./grid-measures";
import type { GridView, ShownCells } from "./grid-view";
import type { GridState } from "./use-grid";

interface Props extends Pick<ShownCells, "columns"> {
  grid: GridState;
  view: GridView;
}

/** The header of a grid, which stays above the rows. */
export function GridHead({ grid, view, columns }: Props) {
  const { sizes, gutter } = grid;
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid whose rows are not all there
    <div role="rowgroup" className={classes.head} style={{ width: gutter + sizes.total, height: HEADER_HEIGHT }}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid itself has the focus */}
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
        <div role="columnheader" aria-colindex={1} className={classes.gutter} style={{ width: gutter }}>
          {view.gutterHead ?? "#"}
        </div>
        {columns.map((index) => {
          const column = grid.columns[index];
          if (!column) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={index}
              role="columnheader"
              aria-colindex={index + 2}
              aria-sort={column.sort}
              className={classes.headCell}
              data-numeric={isNumeric(column) || undefined}
              data-pinned={index < grid.pins || undefined}
              onClickCapture={(event) => {
                if (!event.shiftKey || view.headOf) return;
                event.preventDefault();
                event.stopPropagation();
                grid.chooseColumn(index);
                grid.focus();
              }}
              style={{ left: gutter + (sizes.starts[index] ?? 0), width: sizes.widths[index] }}
            >
              {view.headOf ? view.headOf(column) : <ColumnLabel column={column} />}
              <span aria-hidden className={classes.edge} {...sizes.edgeOf(index)} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
