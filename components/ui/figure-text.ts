/** Returns `1 row`, `1,204 rows`. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
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

const BINARY_UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** Returns a size as PostgreSQL writes it, in powers of 1024. */
export function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(BINARY_UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 })} ${BINARY_UNITS[step]}`;
}

const DECIMAL_UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** Returns a size as disks are sold, in powers of 1000: `8.40 MB`, with number and unit on one line. */
export function diskSizeText(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), DECIMAL_UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toPrecision(3)}\u00a0${DECIMAL_UNITS[power]}`;
}
