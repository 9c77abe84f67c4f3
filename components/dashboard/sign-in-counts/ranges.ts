import type { SignInCounts } from "@/lib/sign-in/sign-in-counts/resource";

/** The ranges in words: how far they go back, and how long an interval is. */
export const RANGE_WORDS: Record<SignInCounts["range"], { name: string; per: string }> = {
  "24h": { name: "last 24 hours", per: "per hour" },
  "7d": { name: "last 7 days", per: "per 6 hours" },
  "30d": { name: "last 30 days", per: "per day" },
  "1y": { name: "last year", per: "per week" },
};
