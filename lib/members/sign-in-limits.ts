import type { RateLimit } from "@/lib/ports/rate-limiter";

/** Both are counted before the password is hashed, so that guessing costs the guesser more than the service. */
export const SIGN_IN_LIMITS = {
  perAddress: { name: "sign-in-address", limit: 10, windowSeconds: 60 },
  perAccount: { name: "sign-in-account", limit: 5, windowSeconds: 900 },
} as const satisfies Record<string, RateLimit>;
