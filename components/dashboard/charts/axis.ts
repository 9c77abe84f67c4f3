/** The distances that marks of an axis may have, times a power of ten. */
const STEPS = [1, 2, 2.5, 5];
const PARTS = [2, 3, 4];

/** Returns the marks of an axis from 0 to just above the highest value, equally far apart and easy to read in `unit`. */
export function axisMarks(highest: number, isWhole: boolean, unit = 1): number[] {
  if (unit !== 1) return axisMarks(highest / unit, isWhole).map((mark) => mark * unit);
  if (highest <= 0) return [0, 1];
  const power = 10 ** Math.max(Math.floor(Math.log10(highest)), isWhole ? 0 : Number.NEGATIVE_INFINITY);
  const steps = [power / 10, power, power * 10]
    .flatMap((unit) => STEPS.map((step) => Number((step * unit).toPrecision(3))))
    .filter((step) => !isWhole || Number.isInteger(step));
  const ends = steps.flatMap((step) => PARTS.map((parts) => ({ step, parts, end: step * parts })));
  const [best] = ends.filter(({ end }) => end >= highest).sort((a, b) => a.end - b.end || a.parts - b.parts);
  if (!best) return [0, highest];
  return Array.from({ length: best.parts + 1 }, (_, place) => Number((place * best.step).toPrecision(6)));
}

export interface Line {
  /** The line through the values in a square of 100 by 100, and the area below it; both open where a value is missing. */
  line: string;
  area: string;
}

/** Returns straight lines between neighbouring values. A value without neighbours is a dot. */
export function drawLine(values: readonly (number | null)[], top: number): Line {
  const xOf = (index: number) => round((index / Math.max(1, values.length - 1)) * 100);
  const yOf = (value: number) => round(100 - (value / top) * 100);
  const runs: { index: number; value: number }[][] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last?.at(-1)?.index === index - 1) last.push({ index, value });
    else runs.push([{ index, value }]);
  }
  const lines = runs.map((run) => run.map(({ index, value }) => `${xOf(index)},${yOf(value)}`).join("L"));
  return {
    line: lines.map((points, run) => `M${points}${runs[run]?.length === 1 ? "h0.01" : ""}`).join(""),
    area: runs.map((run, place) => `M${xOf(run[0]?.index ?? 0)},100L${lines[place]}V100Z`).join(""),
  };
}

export interface TimeMark {
  /** The place between the first and the last moment, 0 to 1. */
  share: number;
  text: string;
}

const MINUTE = 60_000;
const DAY = 1_440;
/** Up to how many minutes a range has marks how many minutes apart. */
const APART: readonly [range: number, step: number][] = [
  [120, 15],
  [2 * DAY, 360],
  [10 * DAY, 2 * DAY],
  [60 * DAY, 7 * DAY],
  [Number.POSITIVE_INFINITY, 56 * DAY],
];
/** Nearer to an end, a mark's label has no room. */
const MARGIN = 0.04;

/** Returns marks at full hours or days, `offsetMinutes` ahead of UTC. */
export function timeMarks(first: string, last: string, offsetMinutes: number): TimeMark[] {
  const [from, to] = [new Date(first).getTime(), new Date(last).getTime()];
  const minutes = (to - from) / MINUTE;
  const step = (APART.find(([range]) => minutes <= range)?.[1] ?? DAY) * MINUTE;
  const marks: TimeMark[] = [];
  const ahead = offsetMinutes * MINUTE;
  for (let at = Math.ceil((from + ahead) / step) * step - ahead; at <= to; at += step) {
    const share = (at - from) / (to - from);
    const text = clockText(new Date(at).toISOString(), minutes <= 2 * DAY, offsetMinutes);
    if (share >= MARGIN && share <= 1 - MARGIN) marks.push({ share, text });
  }
  return marks;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Returns `12:05`, or the day as `4 May`, `offsetMinutes` ahead of UTC. */
export function clockText(at: string, isWithinDay: boolean, offsetMinutes: number): string {
  const local = new Date(new Date(at).getTime() + offsetMinutes * MINUTE);
  if (isWithinDay) return local.toISOString().slice(11, 16);
  return `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]}`;
}

/** Returns the moment that charts point at: `12:05`, or `4 May, 12:05`. */
export function momentWords(at: string, isWithinDay: boolean, offsetMinutes: number): string {
  const clock = clockText(at, true, offsetMinutes);
  return isWithinDay ? clock : `${clockText(at, false, offsetMinutes)}, ${clock}`;
}

const round = (value: number) => Math.round(value * 100) / 100;
