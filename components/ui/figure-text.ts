/** Returns `1 row`, `1,204 rows`. */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
}

/** Returns an estimated number of rows, such as `≈ 1,200`. */
export function estimateText(rows: number | null): string {
  return rows === null ? "not counted yet" : `≈ ${Math.round(rows).toLocaleString("en")}`;
}

/** Returns a long time, such as `12 s`, `3 min`, `1,204 h`. */
export function longTimeText(seconds: number): string {
  const inUnit = (value: number, unit: string) => `${Math.round(value).toLocaleString("en")} ${unit}`;
  if (seconds < 120) return inUnit(seconds, "s");
  if (seconds < 7_200) return inUnit(seconds / 60, "min");
  return inUnit(seconds / 3_600, "h");
}

/** Returns `1.2 ms`, `340 ms`, `4.81 s`. */
export function durationText(micros: number): string {
  const milliseconds = micros / 1_000;
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}
