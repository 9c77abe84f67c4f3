const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Returns a size such as `216 kB` or `9.4 MB` in the given language, in powers of 1024 as the service's limits are. */
export function byteText(bytes: number, locale: string | undefined): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const unit = UNITS[step] ?? "byte";
  const maximumFractionDigits = step === 0 ? 0 : 1;
  const unitDisplay = step === 0 ? "long" : "short";
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, maximumFractionDigits }).format(
    bytes / 1024 ** step,
  );
}
