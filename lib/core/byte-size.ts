const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** Returns a number of bytes as people read it, such as `1.5 GiB`. */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** exponent;
  return `${exponent < 3 ? Math.round(value) : value.toFixed(1)} ${UNITS[exponent]}`;
}
