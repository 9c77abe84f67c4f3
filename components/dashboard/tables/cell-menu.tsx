"use client";

import { Menu } from "@mantine/core";
import type { Route } from "next";
import Link from "next/link";
import { ownName } from "@/components/ui/own-name";
import { copyChosen } from "../grid/copy-chosen";
import type { GridCell } from "../grid/grid-move";
import { isNeverEmpty } from "../values/value-check";
import type { RowEdits } from "./use-row-edits";

export interface OpenedMenu {
  cell: GridCell;
  at: { x: number; y: number };
}

interface Props {
  /** The opened menu; `null` while it is closed. */
  opened: OpenedMenu | null;
  edits: RowEdits;
  isReadOnly: boolean;
  target: { href: string; table: string } | null;
  /** Filters the rows by the value. */
  onFilter: (column: string, value: string | null) => void;
  onClose: () => void;
}

/** The context menu of a value, which a right click, a long touch or the menu key opens. */
export function CellMenu({ opened, edits, isReadOnly, target, onFilter, onClose }: Props) {
  if (!opened) return null;
  const { cell, at } = opened;
  const { table, grid, editing, wholeValueOf } = edits;
  const column = table.shape.columns[cell.column];
  const row = table.rows[cell.row];
  if (!column || !row) return null;
  const value = row.cells[cell.column] ?? null;
  const isCut = row.cut.includes(cell.column);
  const mayChange = !isReadOnly && !column.isGenerated;
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2} withinPortal shadow="md" width={240}>
      <Menu.Target>
        <span style={{ position: "fixed", left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown {...ownName(`Value of ${column.name}`)}>
        <Menu.Item rightSection="Enter" onClick={() => editing.open(cell)}>
          {mayChange ? "Edit" : "View"}
        </Menu.Item>
        <Menu.Item rightSection="Shift Enter" onClick={() => edits.setFormRow(cell.row)}>
          Open row as a form
        </Menu.Item>
        <Menu.Item rightSection="Ctrl C" onClick={() => copyChosen(grid, { wholeValueOf })}>
          Copy
        </Menu.Item>
        {mayChange && column.isNullable && (grid.isSeveral || value !== null) && (
          <Menu.Item
            rightSection="Ctrl Delete"
            onClick={() => (grid.isSeveral ? edits.clear(true) : editing.setNull(cell))}
          >
            Set to NULL
          </Menu.Item>
        )}
        {mayChange && !grid.isSeveral && column.input === "text" && !isNeverEmpty(column) && value !== "" && (
          <Menu.Item onClick={() => editing.open(cell, "")}>Set to empty string</Menu.Item>
        )}
        {!isCut && (
          <Menu.Item onClick={() => onFilter(column.name, value)}>
            {value === null ? "Filter: is null" : "Filter by this value"}
          </Menu.Item>
        )}
        {target && (
          <Menu.Item component={Link} href={target.href as Route} prefetch={false}>
            Open row in <bdi>{target.table}</bdi>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
