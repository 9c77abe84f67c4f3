"use client";

import "@xyflow/react/dist/style.css";
import { useComputedColorScheme } from "@mantine/core";
import { Background, Controls, Handle, type NodeProps, Position, ReactFlow } from "@xyflow/react";
import type { Route } from "next";
import Link from "next/link";
import { useMemo } from "react";
import classes from "./canvas.module.css";
import { nameOf, type PicturedTable, type Relationship } from "./picture";
import { MAX_COLUMNS, placeTables, type TableNode } from "./place-tables";

interface Props {
  tables: readonly PicturedTable[];
  relationships: readonly Relationship[];
  hrefOf: (table: PicturedTable) => string;
}

const NODE_TYPES = { table: TableBox };
/** Beyond this, what is out of sight is not drawn. */
const FEW_TABLES = 60;

/** The picture itself. The list beside it says the same in words. */
export default function Canvas({ tables, relationships, hrefOf }: Props) {
  const scheme = useComputedColorScheme("light");
  const { nodes, edges } = useMemo(() => placeTables(tables, relationships, hrefOf), [tables, relationships, hrefOf]);
  return (
    <ReactFlow
      defaultNodes={nodes}
      defaultEdges={edges}
      nodeTypes={NODE_TYPES}
      colorMode={scheme}
      fitView
      minZoom={0.05}
      maxZoom={1.5}
      nodesConnectable={false}
      elementsSelectable={false}
      onlyRenderVisibleElements={tables.length > FEW_TABLES}
      className={classes.canvas}
    >
      <Background />
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}

function TableBox({ data: { table, href } }: NodeProps<TableNode>) {
  const { columns } = table;
  return (
    <div className={classes.box}>
      <Handle type="target" position={Position.Left} isConnectable={false} className={classes.handle} />
      <Link href={href as Route} prefetch={false} className={`${classes.title} nodrag`}>
        <bdi>{nameOf(table)}</bdi>
      </Link>
      {columns.slice(0, MAX_COLUMNS).map(({ name, type, isKey }) => (
        <div key={name} className={classes.column} data-key={isKey || undefined}>
          <bdi className={classes.columnName}>{name}</bdi>
          <span className={classes.type}>{type}</span>
        </div>
      ))}
      {columns.length > MAX_COLUMNS && (
        <div className={classes.column}>
          <span className={classes.type}>and {columns.length - MAX_COLUMNS} more</span>
        </div>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} className={classes.handle} />
    </div>
  );
}
