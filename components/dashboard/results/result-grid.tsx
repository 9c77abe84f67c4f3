"use client";

import { Box, Group, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { copyText } from "@/components/ui/copy-text";
import classes from "../grid/grid.module.css";
import { HeaderCells } from "../grid/grid-head";
import type { GridCell } from "../grid/grid-move";
import { ResultRow } from "../grid/grid-row";
import { HEADER_HEIGHT, ROW_HEIGHT, useGrid } from "../grid/use-grid";
import { CellViewer } from "./cell-viewer";
import { GridTools } from "./grid-tools";
import type { ResultColumn } from "./outcome";
import { rowText } from "./save-file";

const MAX_HEIGHT = 460;

interface Props {
  label: string;
  columns: readonly ResultColumn[];
  rows: readonly (string | null)[][];
  /** More to do with the rows, beside what can be done with one. */
  children?: ReactNode;
}

/** Rows and columns of any number: only those in sight are in the document. */
export function ResultGrid({ label, columns, rows, children }: Props) {
  const id = useId();
  const grid = useGrid(columns, rows);
  const { active, value, gutter, sizes, shownColumns: shown } = grid;
  const width = gutter + sizes.total;
  const idOf = ({ row, column }: GridCell) => `${id}-${row}-${column}`;
  return (
    <Box className={classes.frame}>
      <Group justify="flex-end" gap="xs" className={classes.bar}>
        {children}
        <GridTools
          isEnabled={active !== null}
          open={() => grid.open(null)}
          copyCell={() => copyText(value ?? "", "Value")}
          copyRow={() => active && copyText(rowText(rows[active.row] ?? []), "Row")}
        />
      </Group>
      <VisuallyHidden id={`${id}-keys`}>
        Arrow keys move between values, Enter opens one, Control C copies it, Shift with an arrow key changes the
        column’s width.
      </VisuallyHidden>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot hold rows that are not there */}
      <div
        ref={grid.scroller}
        role="grid"
        tabIndex={0}
        className={classes.grid}
        style={{ height: Math.min(MAX_HEIGHT, HEADER_HEIGHT + rows.length * ROW_HEIGHT + 16) }}
        aria-label={label}
        aria-describedby={`${id}-keys`}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={active && grid.isActiveShown ? idOf(active) : undefined}
        onKeyDown={grid.onKeyDown}
        onFocus={grid.onFocus}
      >
        <HeaderCells {...{ columns, gutter, width, shown, sizes, height: HEADER_HEIGHT }} />
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" className={classes.body} style={{ height: grid.bodyHeight, width }}>
          {grid.shownRows.map(({ index, start }) => (
            <ResultRow
              key={index}
              {...{ index, columns, gutter, shown, idOf, height: ROW_HEIGHT, top: start - HEADER_HEIGHT }}
              values={rows[index] ?? []}
              starts={sizes.starts}
              widths={sizes.widths}
              active={active?.row === index ? active.column : null}
              onPick={grid.setActive}
              onOpen={grid.open}
            />
          ))}
        </div>
      </div>
      {active && (
        <CellViewer
          {...{ isOpen: grid.isOpen, onClose: grid.close, value, row: active.row, column: columns[active.column] }}
        />
      )}
    </Box>
  );
}
