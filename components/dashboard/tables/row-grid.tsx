"use client";

import { VisuallyHidden } from "@mantine/core";
import type { KeyboardEvent, MouseEvent } from "react";
import { copyText } from "@/components/ui/copy-text";
import { type GridCell, gridMove } from "../grid/grid-move";
import { CellEditor } from "./cell-editor";
import { ColumnHeader, type Sort } from "./column-header";
import { GridRow, type RowActions } from "./grid-row";
import classes from "./row-grid.module.css";
import type { BrowsedTable } from "./table";
import type { ActiveCell } from "./use-active-cell";
import type { CellEditing } from "./use-cell-edit";

interface Props extends RowActions {
  label: string;
  table: BrowsedTable;
  place: ActiveCell;
  editing: CellEditing;
  sort: Sort | undefined;
  onSort: (column: string) => void;
  /** Asks what can be done with a value, at a place of the window. */
  onMenu: (cell: GridCell, at: { x: number; y: number }) => void;
  selected: ReadonlySet<number>;
}

const PAGE = 15;

/** The rows of a page. One of its cells is active: keys move it, open what it holds, or type over it. */
export function RowGrid(props: Props) {
  const { label, table, place, editing, sort, onSort, onMenu, selected, ...actions } = props;
  const { id, grid, active, idOf } = place;
  const { shape, rows } = table;
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const element = event.target instanceof Element ? event.target.closest("td, input, textarea, select, a") : null;
    const [row, column] =
      element?.id
        .slice(id.length + 1)
        .split("-")
        .map(Number) ?? [];
    const picked = element?.tagName === "TD" && row !== undefined && column !== undefined ? { row, column } : null;
    const cell = picked ?? (event.target === grid.current ? active : null);
    if (!cell || editing.edit) return;
    event.preventDefault();
    place.setActive(cell);
    const box = document.getElementById(idOf(cell))?.getBoundingClientRect();
    onMenu(cell, picked ? { x: event.clientX, y: event.clientY } : { x: box?.left ?? 0, y: box?.bottom ?? 0 });
  };
  return (
    <div className={classes.scroller}>
      <VisuallyHidden id={`${id}-keys`}>
        Arrow keys move between values, Enter opens one
        {!actions.isReadOnly && ", typing writes over it, Control Delete sets it to NULL"}
        {actions.onSelect && ", Space selects its row"}, Control C copies it.
      </VisuallyHidden>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked through by keys
        role="grid"
        tabIndex={0}
        className={classes.grid}
        aria-label={label}
        aria-describedby={`${id}-keys`}
        aria-activedescendant={active ? idOf(active) : undefined}
        aria-readonly={actions.isReadOnly || undefined}
        onKeyDown={(event) => event.target === grid.current && hearKey(event, props)}
        onContextMenu={onContextMenu}
        onFocus={(event) => {
          if (event.target === grid.current && !active && rows.length > 0) place.setActive({ row: 0, column: 0 });
        }}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <VisuallyHidden>Row</VisuallyHidden>
            </th>
            {shape.columns.map((column) => (
              <ColumnHeader
                key={column.name}
                {...{ column, sort, onSort }}
                isKey={shape.primaryKey.includes(column.name)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((_, index) => (
            <GridRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows without a key have no other identity on their page
              key={index}
              {...actions}
              {...{ index, table, idOf }}
              isSelected={selected.has(index)}
              active={active?.row === index ? active.column : null}
              editor={editorOf(index, props)}
              onPick={place.setActive}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function editorOf(row: number, { editing, place, table }: Props) {
  if (editing.edit?.cell.row !== row) return null;
  const element = <CellEditor editing={editing} editorId={place.editorId} rowNumber={table.rowsBefore + row + 1} />;
  return { column: editing.edit.cell.column, element };
}

function hearKey(event: KeyboardEvent, { table, place, editing, onOpen, onSelect, isReadOnly }: Props): void {
  const { active } = place;
  if (!active) return;
  const { rows, shape } = table;
  const isCommand = event.ctrlKey || event.metaKey;
  const next = gridMove(event, active, { rows: rows.length, columns: shape.columns.length, page: PAGE });
  if (next) place.goTo(next);
  else if (event.key === "Enter" || event.key === "F2") onOpen(active);
  else if (event.key === " " && onSelect) onSelect(active.row);
  else if (event.key === "c" && isCommand) copyText(rows[active.row]?.cells[active.column] ?? "", "Value");
  else if ((event.key === "Delete" || event.key === "Backspace") && isCommand && !isReadOnly) editing.setNull(active);
  else if (isTyped(event) && !isReadOnly) onOpen(active, event.key);
  else return;
  event.preventDefault();
}

/** By character, so that one outside the BMP is one too. */
function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
}
