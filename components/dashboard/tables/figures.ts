const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** As PostgreSQL writes sizes: in steps of 1024. */
export function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 })} ${UNITS[step]}`;
}

/** What the statistics say, as the estimate it is. */
export function estimateText(rows: number | null): string {
  return rows === null ? "not counted yet" : `about ${Math.round(rows).toLocaleString("en")}`;
}
