import type { ResultColumn } from "@/lib/sql/statements/resource";
import type { GridValues } from "../../grid/grid-column";
import { isNumeric } from "../../grid/grid-column";
import { isTemporal } from "../base-type";
import { momentSeconds } from "../sort/moment-seconds";

export type ChartKind = "line" | "bar" | "area";

/** The choice of a chart: the columns are given by their places. */
export interface ChartChoice {
  kind: ChartKind;
  x: number;
  y: readonly number[];
}

/** The number of series that have a colour of their own. */
export const MAX_SERIES = 4;
const [MAX_BARS, MAX_POINTS] = [200, 1_000];

export interface ChartPoint {
  /** A time in milliseconds or a number where the axis is a scale, and otherwise a text. */
  x: number | string;
  label: string;
  [series: `y${number}`]: number | null;
}

export interface ChartData {
  points: ChartPoint[];
  scale: "time" | "number" | "text";
  /** The number of rows that have a place on the chart, of which some may be left out. */
  total: number;
}

/** Returns the columns that can be drawn. */
export const numericPlaces = (columns: readonly ResultColumn[]) =>
  columns.flatMap((column, index) => (isNumeric(column) ? [index] : []));

/** Returns what to draw at first: over time if there is one, else by the first text; `null` without numbers. */
export function firstChoice(columns: readonly ResultColumn[]): ChartChoice | null {
  const numbers = numericPlaces(columns);
  const time = columns.findIndex(({ typeName }) => isTemporal(typeName));
  const text = columns.findIndex((column) => !isNumeric(column));
  const x = time >= 0 ? time : Math.max(text, 0);
  const others = numbers.filter((place) => place !== x);
  const y = others.find((place) => !/(^|_)id$/i.test(columns[place]?.name ?? "")) ?? others[0] ?? numbers[0];
  return y === undefined ? null : { kind: time >= 0 || text < 0 ? "line" : "bar", x, y: [y] };
}

/** Returns the points of a chart, in the order of the rows or along a scale. Rows without a place on it are left out. */
export function chartData(
  columns: readonly ResultColumn[],
  rows: readonly GridValues[],
  { kind, x, y }: ChartChoice,
): ChartData {
  const { name, typeName } = columns[x] ?? { name: "", typeName: "" };
  const ofType = isTemporal(typeName) ? "time" : isNumeric({ name, typeName }) ? "number" : "text";
  const scale = kind === "bar" ? "text" : ofType;
  let points = rows.flatMap((row) => pointOf(row, { x, y, scale }) ?? []);
  if (scale !== "text") points.sort((a, b) => Number(a.x) - Number(b.x));
  const total = points.length;
  if (kind === "bar" || scale === "text") points = points.slice(0, kind === "bar" ? MAX_BARS : MAX_POINTS);
  else points = thinned(points, y.length);
  return { points, scale, total };
}

function pointOf(row: GridValues, { x, y, scale }: Pick<ChartChoice, "x" | "y"> & Pick<ChartData, "scale">) {
  const label = row[x] ?? "NULL";
  const place = scale === "time" ? momentSeconds(label) * 1_000 : scale === "number" ? Number(label) : label;
  if (typeof place === "number" && !Number.isFinite(place)) return null;
  const point: ChartPoint = { x: place, label };
  for (const [series, column] of y.entries()) point[`y${series}`] = numberOf(row[column] ?? null);
  return point;
}

function numberOf(text: string | null): number | null {
  const number = Number((text ?? "NaN").replace(/[$,]/g, ""));
  return Number.isFinite(number) ? number : null;
}

/** Returns at most about 1,000 points: of each stretch the least and the greatest of every series, so that peaks stay. */
function thinned(points: ChartPoint[], series: number): ChartPoint[] {
  if (points.length <= MAX_POINTS) return points;
  const stretch = Math.ceil((points.length * 2 * series) / MAX_POINTS);
  const kept = new Set<ChartPoint>();
  for (let from = 0; from < points.length; from += stretch) {
    const part = points.slice(from, from + stretch);
    for (let index = 0; index < series; index++) {
      const known = part.filter((point) => typeof point[`y${index}`] === "number");
      const by = (point: ChartPoint) => point[`y${index}`] ?? 0;
      if (known.length === 0) continue;
      kept.add(known.reduce((least, point) => (by(point) < by(least) ? point : least)));
      kept.add(known.reduce((most, point) => (by(point) > by(most) ? point : most)));
    }
  }
  return points.filter((point) => kept.has(point));
}
