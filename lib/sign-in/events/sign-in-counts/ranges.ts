/** The ranges of a chart: how many intervals it has, and how many hours each of them covers. */
export const SIGN_IN_RANGES = {
  "24h": { points: 24, hours: 1 },
  "7d": { points: 28, hours: 6 },
  "30d": { points: 30, hours: 24 },
  "1y": { points: 52, hours: 7 * 24 },
} as const;

export type SignInRange = keyof typeof SIGN_IN_RANGES;

export function isSignInRange(value: unknown): value is SignInRange {
  return typeof value === "string" && Object.hasOwn(SIGN_IN_RANGES, value);
}
