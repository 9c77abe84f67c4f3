/** Returns `1 row`, `1,204 rows`. */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
}

/** Returns an estimated number of rows, such as `about 1,200`. */
export function estimateText(rows: number | null): string {
  return rows === null ? "not counted yet" : `about ${Math.round(rows).toLocaleString("en")}`;
}

/** Returns `1.2 ms`, `340 ms`, `4.81 s`. */
export function durationText(micros: number): string {
  const milliseconds = micros / 1_000;
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}
