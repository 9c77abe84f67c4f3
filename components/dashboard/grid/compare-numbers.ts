export const compareCodes = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const SPECIAL: Record<string, number> = { "-Infinity": -1, Infinity: 1, NaN: 2 };

/** Compares numbers as PostgreSQL writes them, digit by digit, which JavaScript takes for the same. */
export function compareNumbers(a: string, b: string): number {
  const rank = (SPECIAL[a] ?? 0) - (SPECIAL[b] ?? 0);
  if (rank !== 0 || a in SPECIAL || /e/i.test(a + b)) return rank;
  const [isNegative, isOther] = [a.startsWith("-"), b.startsWith("-")];
  if (isNegative !== isOther) return isNegative ? -1 : 1;
  return compareDigits(a, b) * (isNegative ? -1 : 1);
}

function compareDigits(a: string, b: string): number {
  const [whole = "", fraction = ""] = a.replace("-", "").split(".");
  const [otherWhole = "", otherFraction = ""] = b.replace("-", "").split(".");
  if (whole.length !== otherWhole.length) return whole.length - otherWhole.length;
  const length = Math.max(fraction.length, otherFraction.length);
  return compareCodes(whole + fraction.padEnd(length, "0"), otherWhole + otherFraction.padEnd(length, "0"));
}
