"use client";

import type { ResultColumn } from "../results/outcome";
import { isNumeric } from "./cell-text";
import classes from "./grid.module.css";
import type { ColumnSizes } from "./use-column-sizes";

interface Props {
  columns: readonly ResultColumn[];
  /** Indexes of the columns in sight. */
  shown: readonly number[];
  gutter: number;
  width: number;
  height: number;
  sizes: ColumnSizes;
}

/** Names and types, which stay above the rows. */
export function HeaderCells({ columns, shown, gutter, width, height, sizes }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid whose rows are not all there
    <div role="rowgroup" className={classes.head} style={{ width, height }}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid itself has the focus */}
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
        <div role="columnheader" aria-colindex={1} className={classes.corner} style={{ width: gutter }}>
          #
        </div>
        {shown.map((index) => {
          const column = columns[index];
          if (!column) return null;
          const style = { left: gutter + (sizes.starts[index] ?? 0), width: sizes.widths[index] };
          const start = sizes.startResizing(index);
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={index}
              role="columnheader"
              aria-colindex={index + 2}
              className={classes.headCell}
              data-numeric={isNumeric(column.typeName) || undefined}
              style={style}
            >
              <span className={classes.name} title={column.name}>
                {column.name}
              </span>
              <span className={classes.type}>{column.typeName}</span>
              <span
                aria-hidden
                className={classes.handle}
                onMouseDown={(event) => {
                  // Dragging neither selects the header's text nor moves the focus.
                  event.preventDefault();
                  if (event.button === 0) start(event);
                }}
                onTouchStart={start}
                onDoubleClick={() => sizes.reset(index)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
