"use client";

import { useMediaQuery } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type RefObject, useId, useState } from "react";
import { insertedName, type TreeActions } from "./row-menu";
import classes from "./schema-tree.module.css";
import { TreeNode } from "./tree-node";
import { type TreeRow, tableId } from "./tree-rows";
import { useTreeKeys } from "./use-tree-keys";

interface Props extends TreeActions {
  treeRef: RefObject<HTMLDivElement | null>;
  rows: readonly TreeRow[];
  setOpen: (id: string, isOpen: boolean) => void;
  current: { schema: string; name: string } | undefined;
  opensOnClick: boolean;
}

/** The lines of the tree, of which only those in view are rendered. The focus is on the tree, which names its line. */
export function Nodes({ treeRef, rows, setOpen, current, opensOnClick, ...actions }: Props) {
  const baseId = useId();
  const height = useMediaQuery("(pointer: coarse)") ? 40 : 28;
  const currentId = current ? tableId(current.schema, current.name) : null;
  const [activeId, setActiveId] = useState(currentId);
  const [menuId, setMenuId] = useState<string | null>(null);
  const active = Math.max(0, placeOf(rows, activeId));
  const shown = useVirtualizer({
    getScrollElement: () => treeRef.current,
    count: rows.length,
    estimateSize: () => height,
    overscan: 8,
    initialOffset: () => Math.max(0, placeOf(rows, currentId) - 4) * height,
  });
  const activate = (index: number) => {
    setActiveId(rows[index]?.id ?? null);
    shown.scrollToIndex(index);
  };
  const enter = (row: TreeRow) => {
    if (row.kind === "table" || row.kind === "partition") actions.open({ schema: row.schema, name: row.name });
    else if (row.kind === "schema") setOpen(row.id, !row.isOpen);
    else actions.insert?.(insertedName(row));
  };
  const onKeyDown = useTreeKeys({ rows, active, activate, setOpen, enter, openMenu: (row) => setMenuId(row.id) });
  const click = (row: TreeRow, isOnName: boolean) => {
    setActiveId(row.id);
    const isTable = row.kind === "table" || row.kind === "partition";
    if (opensOnClick && isTable && isOnName) enter(row);
    else if ("isOpen" in row) setOpen(row.id, !row.isOpen);
  };
  return (
    <div
      ref={treeRef}
      role="tree"
      aria-label="Tables"
      tabIndex={0}
      aria-activedescendant={rows[active] ? `${baseId}-${active}` : undefined}
      className={classes.tree}
      style={{ "--node-height": `${height}px` } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={classes.lines} style={{ height: shown.getTotalSize() }}>
        {withActive(
          shown.getVirtualItems().map(({ index }) => index),
          active,
        ).map((index) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <TreeNode
              key={row.id}
              id={`${baseId}-${index}`}
              row={row}
              offset={index * height}
              isActive={index === active}
              isCurrent={row.id === currentId}
              activate={() => setActiveId(row.id)}
              click={(isOnName) => click(row, isOnName)}
              enter={() => enter(row)}
              isMenuOpen={menuId === row.id}
              setMenuOpen={(isOpen) => setMenuId(isOpen ? row.id : null)}
              focusTree={() => treeRef.current?.focus()}
              {...actions}
            />
          );
        })}
      </div>
    </div>
  );
}

const placeOf = (rows: readonly TreeRow[], sought: string | null) => rows.findIndex(({ id }) => id === sought);

/** The active line is rendered wherever the tree is scrolled to, since the tree refers to it. */
function withActive(indexes: readonly number[], active: number): number[] {
  return [...new Set([...indexes, active])].sort((a, b) => a - b);
}
