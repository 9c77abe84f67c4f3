/** A box to be placed. In the result, `x` and `y` are its upper left corner. */
export interface Box {
  id: string;
  height: number;
}

export interface Line {
  from: string;
  to: string;
}

interface Spacing {
  width: number;
  gap: number;
  columnGap: number;
}

/** The ratio of width to height, which is that of the frame on the page. */
const ASPECT = 1.7;
const SWEEPS = 4;

/**
 * Places boxes in columns: the source of a line is left of its target, and near it. A rank that is too long takes
 * several columns, so that hundreds of boxes fit a screen. It takes milliseconds.
 */
export function placeInColumns(boxes: readonly Box[], lines: readonly Line[], spacing: Spacing) {
  const ranks = ranksOf(boxes, lines);
  const columns: Box[][] = [];
  const total = boxes.reduce((sum, { height }) => sum + height + spacing.gap, 0);
  const longest = Math.sqrt((total * (spacing.width + spacing.columnGap)) / ASPECT);
  const byRank = Map.groupBy(ordered(boxes, lines, ranks), ({ id }) => ranks.get(id) ?? 0);
  for (const rank of [...byRank.keys()].sort((a, b) => b - a)) {
    columns.push(...split(byRank.get(rank) ?? [], longest, spacing.gap));
  }
  const heights = columns.map((column) => column.reduce((sum, { height }) => sum + height + spacing.gap, 0));
  const middle = Math.max(0, ...heights) / 2;
  const places = new Map<string, { x: number; y: number }>();
  for (const [index, column] of columns.entries()) {
    let y = middle - (heights[index] ?? 0) / 2;
    for (const { id, height } of column) {
      places.set(id, { x: index * (spacing.width + spacing.columnGap), y });
      y += height + spacing.gap;
    }
  }
  return places;
}

/** Returns the rank of each box: the length of the longest path from it. Lines that close a cycle are skipped. */
function ranksOf(boxes: readonly Box[], lines: readonly Line[]): Map<string, number> {
  const targets = Map.groupBy(lines, ({ from }) => from);
  const ranks = new Map<string, number>();
  const open = new Set<string>();
  const rankOf = (id: string): number => {
    const known = ranks.get(id);
    if (known !== undefined) return known;
    if (open.has(id)) return -1;
    open.add(id);
    const rank = Math.max(-1, ...(targets.get(id) ?? []).map(({ to }) => (to === id ? -1 : rankOf(to)))) + 1;
    open.delete(id);
    ranks.set(id, rank);
    return rank;
  };
  for (const { id } of boxes) rankOf(id);
  return ranks;
}

/** Orders each rank so that boxes are near those they are joined to, in a few sweeps (Sugiyama's barycenters). */
function ordered(boxes: readonly Box[], lines: readonly Line[], ranks: ReadonlyMap<string, number>): Box[] {
  const joined = new Map<string, string[]>(boxes.map(({ id }) => [id, []]));
  for (const { from, to } of lines) {
    joined.get(from)?.push(to);
    joined.get(to)?.push(from);
  }
  let order = [...boxes];
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const place = placesIn(order, ranks);
    const weight = new Map(
      order.map(({ id }) => {
        const near = (joined.get(id) ?? []).map((other) => place.get(other) ?? 0);
        return [id, near.length === 0 ? (place.get(id) ?? 0) : near.reduce((sum, one) => sum + one, 0) / near.length];
      }),
    );
    order = order.toSorted((a, b) => (weight.get(a.id) ?? 0) - (weight.get(b.id) ?? 0));
  }
  return order;
}

/** Returns the position of a box within its rank, from 0 to 1. */
function placesIn(order: readonly Box[], ranks: ReadonlyMap<string, number>): Map<string, number> {
  const places = new Map<string, number>();
  for (const rank of Map.groupBy(order, ({ id }) => ranks.get(id) ?? 0).values()) {
    for (const [index, { id }] of rank.entries()) places.set(id, (index + 0.5) / rank.length);
  }
  return places;
}

/** Splits a rank into as few columns of similar length as fit the height. */
function split(boxes: readonly Box[], longest: number, gap: number): Box[][] {
  const total = boxes.reduce((sum, { height }) => sum + height + gap, 0);
  const wanted = total / Math.max(1, Math.ceil(total / longest));
  const columns: Box[][] = [];
  let left = 0;
  for (const box of boxes) {
    if (left <= 0 || columns.length === 0) {
      columns.push([]);
      left += wanted;
    }
    columns.at(-1)?.push(box);
    left -= box.height + gap;
  }
  return columns;
}
