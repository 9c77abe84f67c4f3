"use client";

import type { PicturedTable, Relationship } from "@/lib/sql/tables/resource";
import "@xyflow/react/dist/style.css";
import { useComputedColorScheme } from "@mantine/core";
import {
  Background,
  Controls,
  Handle,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import type { Route } from "next";
import Link from "next/link";
import { memo, useEffect, useMemo } from "react";
import classes from "./canvas.module.css";
import { nameOf } from "./picture";
import { MAX_COLUMNS, placeTables, type TableNode } from "./place-tables";

interface Props {
  tables: readonly PicturedTable[];
  relationships: readonly Relationship[];
  hrefOf: (table: PicturedTable) => string;
  /** The id of the focused table; `null` for none. */
  focused: string | null;
}

const NODE_TYPES = { table: memo(TableBox) };
/** The zoom below which columns are too small to read. */
const READABLE = 0.35;
const FIT = { padding: 0.05 };

/** The drawing of the tables. The list beside it has the same content as text. */
export default function Canvas({ tables, relationships, hrefOf, focused }: Props) {
  const scheme = useComputedColorScheme("light");
  const { nodes, edges } = useMemo(
    () => placeTables({ tables, relationships, hrefOf, focused }),
    [tables, relationships, hrefOf, focused],
  );
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      colorMode={scheme}
      fitView
      fitViewOptions={FIT}
      minZoom={0.02}
      maxZoom={1.5}
      nodesDraggable={false}
      nodesConnectable={false}
      elementsSelectable={false}
      className={classes.canvas}
    >
      <Background />
      <Controls showInteractive={false} fitViewOptions={FIT} />
      <Camera tables={tables} focused={focused} />
    </ReactFlow>
  );
}

/** Moves the view to the focused table, and fits all tables when the set of them changes. */
function Camera({ tables, focused }: Pick<Props, "tables" | "focused">) {
  const { fitView } = useReactFlow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tables are another picture, to be fitted anew
  useEffect(() => {
    const nodes = focused === null ? {} : { nodes: [{ id: focused }], maxZoom: 1, minZoom: 0.6 };
    void fitView({ ...FIT, ...nodes, duration: isCalm() ? 0 : 300 });
  }, [fitView, focused, tables]);
  return null;
}

function isCalm(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function TableBox({ data: { table, href, isFocused } }: NodeProps<TableNode>) {
  const isFar = useStore(({ transform }) => transform[2] < READABLE);
  const { columns } = table;
  return (
    <div className={classes.box} data-far={isFar || undefined} data-focused={isFocused || undefined}>
      <Handle type="target" position={Position.Left} isConnectable={false} className={classes.handle} />
      <Link href={href as Route} prefetch={false} className={`${classes.title} nodrag`}>
        <bdi>{nameOf(table)}</bdi>
      </Link>
      {!isFar &&
        columns.slice(0, MAX_COLUMNS).map(({ name, type, isKey }) => (
          <div key={name} className={classes.column} data-key={isKey || undefined}>
            <bdi className={classes.columnName}>{name}</bdi>
            <span className={classes.type}>{type}</span>
          </div>
        ))}
      {!isFar && columns.length > MAX_COLUMNS && (
        <div className={classes.column}>
          <span className={classes.type}>and {columns.length - MAX_COLUMNS} more</span>
        </div>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} className={classes.handle} />
    </div>
  );
}
