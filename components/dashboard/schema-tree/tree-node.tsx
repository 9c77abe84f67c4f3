"use client";

import type { DragEvent, MouseEvent } from "react";
import { insertedName, type TreeActions, TreeRowMenu } from "./row-menu";
import classes from "./schema-tree.module.css";
import { TreeLine } from "./tree-line";
import { LEVELS, type TreeRow } from "./tree-rows";

interface Props extends TreeActions {
  id: string;
  row: TreeRow;
  /** The distance from the top of the tree, in pixels. */
  offset: number;
  isActive: boolean;
  isCurrent: boolean;
  activate: () => void;
  /** Called for a click, which is on the name or on the chevron before it. */
  click: (isOnName: boolean) => void;
  /** Does the same as Enter. */
  enter: () => void;
  isMenuOpen: boolean;
  setMenuOpen: (isOpen: boolean) => void;
  focusTree: () => void;
}

/** One node of the tree, whose keys the tree handles. */
export function TreeNode({ id, row, offset, isActive, isCurrent, activate, click, enter, ...rest }: Props) {
  const { isMenuOpen, setMenuOpen, focusTree, ...actions } = rest;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active node
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      id={id}
      role="treeitem"
      aria-level={LEVELS[row.kind]}
      aria-expanded={"isOpen" in row ? row.isOpen : undefined}
      aria-posinset={row.place}
      aria-setsize={row.among}
      aria-current={isCurrent ? "page" : undefined}
      aria-selected={isActive}
      aria-label={labelOf(row)}
      className={classes.line}
      data-kind={row.kind}
      style={{ transform: `translateY(${offset}px)` }}
      draggable={row.kind !== "schema" && actions.insert !== undefined}
      onDragStart={(event) => drag(event, row)}
      onClick={(event) => isOnLine(event) && click((event.target as Element).closest("[data-chevron]") === null)}
      onDoubleClick={(event) => isOnLine(event) && row.kind !== "schema" && enter()}
      onContextMenu={(event) => {
        event.preventDefault();
        activate();
        setMenuOpen(true);
      }}
    >
      <TreeLine row={row} />
      <span className={classes.end}>
        <TreeRowMenu {...actions} row={row} isOpen={isMenuOpen} onChange={setMenuOpen} focusTree={focusTree} />
      </span>
    </div>
  );
}

/** Returns whether an event is on the line itself, rather than on its menu, whose events come through React. */
function isOnLine({ target, currentTarget }: MouseEvent): boolean {
  return currentTarget.contains(target as Node) && (target as Element).closest("button") === null;
}

function drag(event: DragEvent, row: TreeRow): void {
  event.dataTransfer.setData("text/plain", insertedName(row));
  event.dataTransfer.effectAllowed = "copy";
}

function labelOf(row: TreeRow): string {
  if (row.kind === "schema") return `Schema ${row.name}`;
  if (row.kind === "table") return row.table.kind === "table" ? row.name : `${row.name}, ${row.table.kind}`;
  if (row.kind === "partition") return `${row.name}, partition`;
  const { typeName, key } = row.column;
  return [row.name, typeName, key && `${key} key`].filter(Boolean).join(", ");
}
