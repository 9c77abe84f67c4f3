/** PostgreSQL's names for the powers of 1024. */
const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** Returns how many bytes the largest unit has that fits into `bytes`, such as 1,048,576 for 3 MB. */
export function byteUnit(bytes: number): number {
  return 1024 ** stepOf(bytes);
}

/** Returns a size as PostgreSQL writes it, in powers of 1024, such as `216 kB`, `9.4 MB` or `20 GB`. */
export function byteText(bytes: number): string {
  const step = stepOf(bytes);
  const value = bytes / 1024 ** step;
  const digits = step === 0 || (step < 3 && value >= 100) ? 0 : 1;
  return `${value.toLocaleString("en", { maximumFractionDigits: digits })} ${UNITS[step]}`;
}

function stepOf(bytes: number): number {
  return bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
}
