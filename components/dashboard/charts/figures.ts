import { byteText, byteUnit } from "@/lib/core/byte-text";
import type { SamplePoint } from "@/lib/hosting/samples/resource";

export type FigureName = Exclude<keyof SamplePoint, "at">;

/** The scale of a chart: the format of its values, and the choice of its axis' marks. */
export interface Scale {
  format: (value: number) => string;
  /** The format of the axis, where it is shorter than that of the value. */
  formatTick?: (value: number) => string;
  /** The unit in which the axis has its marks, where it depends on the highest value. */
  unitOf?: (highest: number) => number;
  /** Whether the axis has marks at whole numbers only. */
  isWhole?: boolean;
  /** All marks of the axis, if its ends are known. */
  marks?: readonly number[];
}

interface Figure extends Scale {
  name: FigureName;
  label: string;
  /** An addition to the label, such as a unit. */
  note: string;
  /** The colour of the line, with enough contrast in the light and in the dark scheme. */
  color: string;
}

export const formatCount = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 0 });
const formatRate = (value: number) => value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : 0 });
const formatShare = (value: number) => `${(value * 100).toFixed(value > 0.99 && value < 1 ? 2 : 1)}\u00a0%`;

/** Every figure that the page charts, in its order. */
export const FIGURES: readonly Figure[] = [
  {
    name: "sizeBytes",
    label: "Size",
    note: "on disk",
    color: "var(--chart-1)",
    format: byteText,
    unitOf: byteUnit,
  },
  {
    name: "connections",
    label: "Connections",
    note: "peak",
    color: "var(--chart-2)",
    format: formatCount,
    isWhole: true,
  },
  {
    name: "transactionsPerSecond",
    label: "Transactions",
    note: "per second",
    color: "var(--chart-3)",
    format: formatRate,
  },
  {
    name: "rowsWrittenPerSecond",
    label: "Rows written",
    note: "per second",
    color: "var(--chart-4)",
    format: formatRate,
  },
  {
    name: "cacheHitRatio",
    label: "Cache hit rate",
    note: "of blocks read",
    color: "var(--chart-1)",
    format: formatShare,
    formatTick: (share) => `${Math.round(share * 100)}\u00a0%`,
    marks: [0, 0.5, 1],
  },
  {
    name: "locksWaiting",
    label: "Waiting for locks",
    note: "sessions, peak",
    color: "var(--chart-2)",
    format: formatCount,
    isWhole: true,
  },
];

/** Returns whether there is a line to draw, which needs two points: the first figures stand alone. */
export function hasLine(points: readonly SamplePoint[]): boolean {
  return points.filter(({ connections }) => connections !== null).length > 1;
}

/** Returns a time in UTC: `12:05` for a range within a day, otherwise `05-04 12:00`. */
export function formatMoment(at: string, isWithinDay: boolean): string {
  return isWithinDay ? at.slice(11, 16) : `${at.slice(5, 10)} ${at.slice(11, 16)}`;
}
