"use client";

import { Menu } from "@mantine/core";
import { copyText } from "@/components/ui/copy-text";
import { ownName } from "@/components/ui/own-name";
import type { RowSort } from "@/lib/sql/tables/resource";
import { sortedBy } from "./sorted-by";
import type { ColumnArrangement } from "./use-column-layout";

export interface OpenedColumnMenu {
  column: string;
  at: { x: number; y: number };
}

interface Props {
  /** The opened menu; `null` while it is closed. */
  opened: OpenedColumnMenu | null;
  arrangement: ColumnArrangement;
  sort: readonly RowSort[];
  onSort: (sort: readonly RowSort[]) => void;
  /** Asks for a condition of the column. */
  onFilter: (column: string) => void;
  onClose: () => void;
}

/** The menu of a column, which a right click, the arrow of its head or the arrow key down opens. */
export function ColumnMenu({ opened, arrangement, sort, onSort, onFilter, onClose }: Props) {
  if (!opened) return null;
  const { column, at } = opened;
  const { names, isPinned, canStep, step, resize, pin, toggle } = arrangement;
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2} withinPortal shadow="md" width={250}>
      <FloatingMenuTarget at={at} />
      <Menu.Dropdown {...ownName(`Column ${column}`)}>
        <Menu.Item onClick={() => onSort([{ column, direction: "ascending" }])}>Sort ascending</Menu.Item>
        <Menu.Item onClick={() => onSort([{ column, direction: "descending" }])}>Sort descending</Menu.Item>
        {sort.some((each) => each.column !== column) && (
          <Menu.Item rightSection="Shift click" onClick={() => onSort(sortedBy(sort, column, true))}>
            Sort by this too
          </Menu.Item>
        )}
        <Menu.Item onClick={() => onFilter(column)}>Filter by this column</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => pin(column)}>{isPinned(column) ? "Unpin" : "Pin to the left"}</Menu.Item>
        <Menu.Item rightSection="Shift ←" disabled={!canStep(column, -1)} onClick={() => step(column, -1)}>
          Move left
        </Menu.Item>
        <Menu.Item rightSection="Shift →" disabled={!canStep(column, 1)} onClick={() => step(column, 1)}>
          Move right
        </Menu.Item>
        <Menu.Item onClick={() => resize(names.indexOf(column), null)}>Fit to its values</Menu.Item>
        <Menu.Item disabled={names.length < 2} onClick={() => toggle(column)}>
          Hide
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => copyText(column, "Name")}>Copy name</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The place of a menu that no button opens: a position in the window. */
function FloatingMenuTarget({ at }: { at: { x: number; y: number } }) {
  return (
    <Menu.Target>
      <span style={{ position: "fixed", left: at.x, top: at.y }} />
    </Menu.Target>
  );
}
