import type { BrowsedTable, Column, TableShape } from "@/lib/sql/tables/resource";

/** A member's arrangement of a table's columns. Anything unchanged is as the table has it. */
export interface ColumnLayout {
  /** The names of the columns in their order; columns that it does not name come after these. */
  order?: readonly string[];
  hidden?: readonly string[];
  /** The columns that stay at the left; those of the key by default. */
  pinned?: readonly string[];
  widths?: Readonly<Record<string, number>>;
}

/** Returns the layout that was kept; an empty one when it cannot be read. */
export function readLayout(text: string | null): ColumnLayout {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    if (typeof found !== "object" || found === null) return {};
    const kept = found as Record<keyof ColumnLayout, unknown>;
    const names = (value: unknown) => (isNames(value) ? value : undefined);
    const [order, hidden, pinned] = [names(kept.order), names(kept.hidden), names(kept.pinned)];
    const widths = isWidths(kept.widths) ? kept.widths : undefined;
    return { ...(order && { order }), ...(hidden && { hidden }), ...(pinned && { pinned }), ...(widths && { widths }) };
  } catch {
    return {};
  }
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isWidths(value: unknown): value is Record<string, number> {
  return typeof value === "object" && value !== null && Object.values(value).every((each) => typeof each === "number");
}

export function pinnedOf(layout: ColumnLayout, { primaryKey }: Pick<TableShape, "primaryKey">): readonly string[] {
  return layout.pinned ?? primaryKey;
}

/** Returns the names of all columns in their order, the pinned ones first. */
export function orderOf(layout: ColumnLayout, shape: TableShape): string[] {
  const names = shape.columns.map(({ name }) => name);
  const known = (layout.order ?? []).filter((name) => names.includes(name));
  const ordered = [...known, ...names.filter((name) => !known.includes(name))];
  const pinned = new Set(pinnedOf(layout, shape));
  return [...ordered.filter((name) => pinned.has(name)), ...ordered.filter((name) => !pinned.has(name))];
}

/** Returns the names of the columns that are shown. One is always left. */
export function shownOf(layout: ColumnLayout, shape: TableShape): string[] {
  const order = orderOf(layout, shape);
  const shown = order.filter((name) => !layout.hidden?.includes(name));
  return shown.length > 0 ? shown : order.slice(0, 1);
}

/** Returns the layout with a column moved before another, or to the end before `null`. */
export function withMoved(layout: ColumnLayout, shape: TableShape, name: string, before: string | null): ColumnLayout {
  const order = orderOf(layout, shape).filter((each) => each !== name);
  const place = before === null ? order.length : order.indexOf(before);
  return { ...layout, order: [...order.slice(0, place), name, ...order.slice(place)] };
}

/** Returns the layout with a column one place further to the left (-1) or right (1) among the shown ones. */
export function withStep(layout: ColumnLayout, shape: TableShape, name: string, by: -1 | 1): ColumnLayout {
  const shown = shownOf(layout, shape);
  const place = shown.indexOf(name);
  const pinned = pinnedOf(layout, shape);
  const beside = shown[place + by];
  if (place < 0 || beside === undefined || pinned.includes(beside) !== pinned.includes(name)) return layout;
  return withMoved(layout, shape, name, by < 0 ? beside : (shown[place + 2] ?? null));
}

/** Returns the names with one added, or without it when it is there. */
export function toggled(names: readonly string[], name: string): string[] {
  return names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
}

/** Returns the table with its columns as they are arranged, so that all else counts columns as they are shown. */
export function arranged(table: BrowsedTable, names: readonly string[]): BrowsedTable {
  const places = names.map((name) => table.shape.columns.findIndex((column) => column.name === name));
  const columns = places.flatMap((place): Column[] => table.shape.columns.slice(place, place + 1));
  const rows = table.rows.map((row) => ({
    ...row,
    cells: places.map((place) => row.cells[place] ?? null),
    cut: places.flatMap((place, index) => (row.cut.includes(place) ? [index] : [])),
  }));
  return { ...table, shape: { ...table.shape, columns }, rows };
}
