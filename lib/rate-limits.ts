import type { RateLimit } from "@/lib/ports/rate-limiter";

/** Every rate limit of the service. The management ones count per resource and key. */
export const RATE_LIMITS = {
  databases: { name: "databases", limit: 20, windowSeconds: 60 },
  branches: { name: "branches", limit: 20, windowSeconds: 60 },
  "connection-string": { name: "connection-string", limit: 20, windowSeconds: 60 },
  "rotate-credential": { name: "rotate-credential", limit: 20, windowSeconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof RATE_LIMITS;
