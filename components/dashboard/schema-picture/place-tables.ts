import { Graph, layout } from "@dagrejs/dagre";
import type { Edge, Node } from "@xyflow/react";
import type { PicturedTable, Relationship } from "@/lib/sql/tables/resource";
import { idOf } from "./picture";
import { placeInColumns } from "./place-in-columns";

export type TableNode = Node<{ table: PicturedTable; href: string; isFocused: boolean }, "table">;

const NODE_WIDTH = 232;
const HEAD_HEIGHT = 36;
const COLUMN_HEIGHT = 22;
const FOOT = 8;
const GAP = 28;
const COLUMN_GAP = 90;
/** The number of columns that a box lists; of a longer table it says how many more there are. */
export const MAX_COLUMNS = 12;
/** The number of tables up to which dagre is used. With more it takes seconds, and its columns exceed every screen. */
const MAX_DRAWN_WELL = 60;

interface Picture {
  tables: readonly PicturedTable[];
  relationships: readonly Relationship[];
  hrefOf: (table: PicturedTable) => string;
  /** The id of the focused table; `null` for none. */
  focused: string | null;
}

type Place = { x: number; y: number };

function heightOf({ columns }: PicturedTable): number {
  const lines = Math.min(columns.length, MAX_COLUMNS) + (columns.length > MAX_COLUMNS ? 1 : 0);
  return HEAD_HEIGHT + lines * COLUMN_HEIGHT + FOOT;
}

/** Places tables with foreign keys left of the tables they reference, and tables without any in rows below. */
export function placeTables({ tables, relationships, hrefOf, focused }: Picture): {
  nodes: TableNode[];
  edges: Edge[];
} {
  const known = new Set(tables.map(idOf));
  const shown = relationships.filter(({ from, to }) => known.has(idOf(from)) && known.has(idOf(to)));
  const related = new Set(shown.flatMap(({ from, to }) => [idOf(from), idOf(to)]));
  const [connected, alone] = [tables.filter((t) => related.has(idOf(t))), tables.filter((t) => !related.has(idOf(t)))];
  const places = connected.length > MAX_DRAWN_WELL ? inColumns(connected, shown) : drawnWell(connected, shown);
  const ends = connected.map((table) => (places.get(idOf(table))?.y ?? 0) + heightOf(table) + GAP * 2);
  for (const [id, place] of inRows(alone, Math.max(0, ...ends))) places.set(id, place);
  return {
    nodes: tables.map((table) => ({
      id: idOf(table),
      type: "table",
      position: places.get(idOf(table)) ?? { x: 0, y: 0 },
      data: { table, href: hrefOf(table), isFocused: idOf(table) === focused },
      width: NODE_WIDTH,
      height: heightOf(table),
      focusable: false,
    })),
    edges: shown.map(({ name, from, to }) => {
      const isOfFocused = idOf(from) === focused || idOf(to) === focused;
      return {
        id: JSON.stringify([idOf(from), name]),
        source: idOf(from),
        target: idOf(to),
        focusable: false,
        ...(isOfFocused && { className: "focused", zIndex: 1 }),
      };
    }),
  };
}

function drawnWell(tables: readonly PicturedTable[], relationships: readonly Relationship[]): Map<string, Place> {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: GAP, ranksep: COLUMN_GAP });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const table of tables) graph.setNode(idOf(table), { width: NODE_WIDTH, height: heightOf(table) });
  for (const { from, to } of relationships) graph.setEdge(idOf(from), idOf(to));
  layout(graph);
  return new Map(
    tables.map((table) => {
      const { x = 0, y = 0 } = graph.node(idOf(table)) as Partial<Place>;
      return [idOf(table), { x: x - NODE_WIDTH / 2, y: y - heightOf(table) / 2 }];
    }),
  );
}

function inColumns(tables: readonly PicturedTable[], relationships: readonly Relationship[]): Map<string, Place> {
  return placeInColumns(
    tables.map((table) => ({ id: idOf(table), height: heightOf(table) })),
    relationships.map(({ from, to }) => ({ from: idOf(from), to: idOf(to) })),
    { width: NODE_WIDTH, gap: GAP, columnGap: COLUMN_GAP },
  );
}

function inRows(tables: readonly PicturedTable[], top: number): Map<string, Place> {
  const perRow = Math.max(4, Math.ceil(Math.sqrt(tables.length * 2)));
  const places = new Map<string, Place>();
  let y = top;
  for (let start = 0; start < tables.length; start += perRow) {
    const row = tables.slice(start, start + perRow);
    for (const [place, table] of row.entries()) places.set(idOf(table), { x: place * (NODE_WIDTH + GAP), y });
    y += Math.max(...row.map(heightOf)) + GAP;
  }
  return places;
}
