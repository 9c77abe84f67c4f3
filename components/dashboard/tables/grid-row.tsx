"use client";

import { Checkbox } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import { isNumeric } from "../grid/cell-text";
import type { GridCell } from "../grid/grid-move";
import { CellContent } from "./cell-content";
import classes from "./row-grid.module.css";
import type { BrowsedTable } from "./table";

export interface RowActions {
  /** Where the row leads that a value names, for foreign keys. */
  targetOf: (cell: GridCell) => { href: string; table: string } | null;
  /** Opens a value; `typed` takes its place. */
  onOpen: (cell: GridCell, typed?: string) => void;
  /** `null` where rows cannot be deleted. */
  onSelect: ((row: number) => void) | null;
  /** Whether nothing of the table can be changed. */
  isReadOnly: boolean;
}

interface Props extends RowActions {
  table: BrowsedTable;
  index: number;
  isSelected: boolean;
  /** The column of the active cell, when it is in this row. */
  active: number | null;
  /** What stands in the place of the value that is being changed. */
  editor: { column: number; element: ReactNode } | null;
  idOf: (cell: GridCell) => string;
  onPick: (cell: GridCell) => void;
}

export function GridRow(props: Props) {
  const { index, table, isSelected, active, editor, idOf, targetOf, onOpen, onSelect, onPick, isReadOnly } = props;
  const row = table.rows[index];
  const number = table.rowsBefore + index + 1;
  return (
    <tr aria-selected={onSelect ? isSelected : undefined}>
      <th scope="row" className={classes.gutter}>
        {onSelect ? (
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={`Select row ${number}`}
            checked={isSelected}
            onChange={() => onSelect(index)}
          />
        ) : (
          number
        )}
      </th>
      {table.shape.columns.map(({ name, baseType, input, isGenerated }, column) => {
        const cell = { row: index, column };
        const isEdited = editor?.column === column;
        // With one finger: the first touch picks a value, the second opens it.
        const onClick = ({ nativeEvent }: MouseEvent) => {
          const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
          if (isTouch && active === column) onOpen(cell);
          else onPick(cell);
        };
        return (
          <td
            key={name}
            id={idOf(cell)}
            className={classes.cell}
            {...((isReadOnly || isGenerated) && { "aria-readonly": true })}
            data-active={active === column || undefined}
            data-edited={isEdited || undefined}
            data-numeric={isNumeric(baseType) || undefined}
            {...(!isEdited && { onClick, onDoubleClick: () => onOpen(cell) })}
          >
            {isEdited ? (
              editor.element
            ) : (
              <CellContent
                value={row?.cells[column] ?? null}
                isCut={row?.cut.includes(column) ?? false}
                isBoolean={input === "boolean"}
                target={targetOf(cell)}
              />
            )}
          </td>
        );
      })}
    </tr>
  );
}
