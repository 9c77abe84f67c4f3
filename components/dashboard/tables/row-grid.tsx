"use client";

import { Checkbox, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { isNumeric } from "../results/cell-text";
import { copyText } from "../results/copy-text";
import { type GridCell, gridMove } from "../results/grid-move";
import { CellContent } from "./cell-content";
import classes from "./row-grid.module.css";
import type { BrowsedTable, Column } from "./table";

interface Props {
  label: string;
  table: BrowsedTable;
  sort: { column: string; direction: "ascending" | "descending" } | undefined;
  onSort: (column: string) => void;
  /** Where the row leads that a value names, for foreign keys. */
  targetOf: (cell: GridCell) => { href: string; table: string } | null;
  onOpen: (cell: GridCell) => void;
  selected: ReadonlySet<number>;
  /** `null` where rows cannot be deleted. */
  onSelect: ((row: number) => void) | null;
}

const PAGE = 15;

/** The rows of a page. One of its cells is active: keys move it, and open what it holds. */
export function RowGrid({ label, table, sort, onSort, targetOf, onOpen, selected, onSelect }: Props) {
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState<GridCell | null>(null);
  const { shape, rows } = table;
  const { columns } = shape;
  const idOf = ({ row, column }: GridCell) => `${id}-${row}-${column}`;
  const goTo = (cell: GridCell) => {
    setActive(cell);
    document.getElementById(idOf(cell))?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || !active) return;
    const next = gridMove(event, active, { rows: rows.length, columns: columns.length, page: PAGE });
    if (next) goTo(next);
    else if (event.key === "Enter" || event.key === "F2") onOpen(active);
    else if (event.key === " " && onSelect) onSelect(active.row);
    else if (event.key === "c" && (event.ctrlKey || event.metaKey))
      copyText(rows[active.row]?.cells[active.column] ?? "", "Value");
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.scroller}>
      <VisuallyHidden id={`${id}-keys`}>
        Arrow keys move between values, Enter opens one{onSelect && ", Space selects its row"}, Control C copies it.
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
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.target === grid.current && active === null && rows.length > 0) setActive({ row: 0, column: 0 });
        }}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <VisuallyHidden>Row</VisuallyHidden>
            </th>
            {columns.map((column) => (
              <HeaderCell
                key={column.name}
                column={column}
                sort={sort}
                onSort={onSort}
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
              {...{ index, table, idOf, targetOf, onOpen, onSelect }}
              isSelected={selected.has(index)}
              active={active?.row === index ? active.column : null}
              onPick={setActive}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<Props, "table" | "targetOf" | "onOpen" | "onSelect"> {
  index: number;
  isSelected: boolean;
  /** The column of the active cell, when it is in this row. */
  active: number | null;
  idOf: (cell: GridCell) => string;
  onPick: (cell: GridCell) => void;
}

function GridRow({ index, table, isSelected, active, idOf, targetOf, onOpen, onSelect, onPick }: RowProps) {
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
      {table.shape.columns.map(({ name, baseType, input }, column) => {
        const cell = { row: index, column };
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself hears the keys
          <td
            key={name}
            id={idOf(cell)}
            className={classes.cell}
            data-active={active === column || undefined}
            data-numeric={isNumeric(baseType) || undefined}
            onClick={() => onPick(cell)}
            onDoubleClick={() => onOpen(cell)}
          >
            <CellContent
              value={row?.cells[column] ?? null}
              isCut={row?.cut.includes(column) ?? false}
              isBoolean={input === "boolean"}
              target={targetOf(cell)}
            />
          </td>
        );
      })}
    </tr>
  );
}

interface HeaderProps {
  column: Column;
  isKey: boolean;
  sort: Props["sort"];
  onSort: (column: string) => void;
}

function HeaderCell({ column: { name, type, baseType }, isKey, sort, onSort }: HeaderProps) {
  const direction = sort?.column === name ? sort.direction : undefined;
  const Arrow = direction === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" aria-sort={direction} data-numeric={isNumeric(baseType) || undefined}>
      <button type="button" className={classes.head} onClick={() => onSort(name)}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
          {direction && <Arrow size={13} aria-hidden />}
        </span>
        <span className={classes.type}>
          {type}
          {isKey && ", key"}
        </span>
      </button>
    </th>
  );
}
