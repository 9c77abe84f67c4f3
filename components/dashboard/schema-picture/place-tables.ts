import { Graph, layout } from "@dagrejs/dagre";
import type { Edge, Node } from "@xyflow/react";
import { idOf, type PicturedTable, type Relationship } from "./picture";

export type TableNode = Node<{ table: PicturedTable; href: string }, "table">;

export const NODE_WIDTH = 232;
const HEAD_HEIGHT = 36;
const COLUMN_HEIGHT = 22;
const FOOT = 8;
const GAP = 28;
/** Longer tables are told about by their number of columns. */
export const MAX_COLUMNS = 12;

function heightOf({ columns }: PicturedTable): number {
  const lines = Math.min(columns.length, MAX_COLUMNS) + (columns.length > MAX_COLUMNS ? 1 : 0);
  return HEAD_HEIGHT + lines * COLUMN_HEIGHT + FOOT;
}

/** Tables that name others stand left of them; those that nothing is related to are set below in rows. */
export function placeTables(
  tables: readonly PicturedTable[],
  relationships: readonly Relationship[],
  hrefOf: (table: PicturedTable) => string,
): { nodes: TableNode[]; edges: Edge[] } {
  const known = new Set(tables.map(idOf));
  const shown = relationships.filter(({ from, to }) => known.has(idOf(from)) && known.has(idOf(to)));
  const related = new Set(shown.flatMap(({ from, to }) => [idOf(from), idOf(to)]));
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: GAP, ranksep: 90 });
  graph.setDefaultEdgeLabel(() => ({}));
  const [connected, alone] = [tables.filter((t) => related.has(idOf(t))), tables.filter((t) => !related.has(idOf(t)))];
  for (const table of connected) graph.setNode(idOf(table), { width: NODE_WIDTH, height: heightOf(table) });
  for (const { from, to } of shown) graph.setEdge(idOf(from), idOf(to));
  layout(graph);
  const nodeAt = (table: PicturedTable, x: number, y: number): TableNode => ({
    ...{ id: idOf(table), type: "table", position: { x, y }, data: { table, href: hrefOf(table) } },
    ...{ width: NODE_WIDTH, height: heightOf(table), focusable: false },
  });
  const nodes = connected.map((table) => {
    const { x = 0, y = 0 } = graph.node(idOf(table)) as { x?: number; y?: number };
    return nodeAt(table, x - NODE_WIDTH / 2, y - heightOf(table) / 2);
  });
  const bottom = Math.max(0, ...nodes.map(({ position, height = 0 }) => position.y + height + GAP * 2));
  return {
    nodes: [...nodes, ...inRows(alone, bottom, nodeAt)],
    edges: shown.map(({ name, from, to }) => ({
      ...{ id: JSON.stringify([idOf(from), name]), source: idOf(from), target: idOf(to), focusable: false },
    })),
  };
}

function inRows(
  tables: readonly PicturedTable[],
  top: number,
  nodeAt: (table: PicturedTable, x: number, y: number) => TableNode,
): TableNode[] {
  const perRow = Math.max(4, Math.ceil(Math.sqrt(tables.length)));
  const nodes: TableNode[] = [];
  let y = top;
  for (let start = 0; start < tables.length; start += perRow) {
    const row = tables.slice(start, start + perRow);
    nodes.push(...row.map((table, place) => nodeAt(table, place * (NODE_WIDTH + GAP), y)));
    y += Math.max(...row.map(heightOf)) + GAP;
  }
  return nodes;
}
