const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/** Returns a number of bytes in powers of 1024, such as `3.2 GiB` or `20 GiB`. */
export function byteText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = (bytes / 1024 ** step).toLocaleString("en", { maximumFractionDigits: step === 0 ? 0 : 1 });
  return `${value} ${UNITS[step]}`;
}
