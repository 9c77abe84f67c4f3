import type { RateLimit } from "@/lib/core/ports/rate-limiter";

/** Every rate limit of the service. The management ones count per resource and key. */
export const RATE_LIMITS = {
  databases: { name: "databases", limit: 20, windowSeconds: 60 },
  branches: { name: "branches", limit: 20, windowSeconds: 60 },
  "connection-string": { name: "connection-string", limit: 20, windowSeconds: 60 },
  "rotate-credential": { name: "rotate-credential", limit: 20, windowSeconds: 60 },
} as const satisfies Record<string, RateLimit>;

/** Limits of the dashboard, each counted per member; per account outside an organisation. */
export const DASHBOARD_LIMITS = {
  /** Server actions: what a click does. */
  actions: { name: "dashboard-actions", limit: 120, windowSeconds: 60 },
  /** Handlers that a page asks in the background: runs, searches, completion. */
  requests: { name: "dashboard-requests", limit: 300, windowSeconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** Limits of the sign-in wire. Their numbers are each project's own: settings.limits, with the defaults given there. */
export const AUTH_LIMITS = {
  /** Per client address. */
  signInPerAddress: "auth-sign-in-address",
  signUpPerAddress: "auth-sign-up-address",
  /** Starts of a passkey ceremony, each of which is a row until it ends. */
  passkeyStartPerAddress: "auth-passkey-start-address",
  secondFactorPerAddress: "auth-second-factor-address",
  /** Wrong passwords in a row, per address of mail, whether or not a user has it; one count for every route. */
  wrongPerAccount: "auth-wrong-account",
  /** Codes tried that were mailed, right or wrong, per mailbox: three a mail would add up over a day. */
  mailedCodesPerMailbox: "auth-mailed-codes",
  /** Wrong codes of a second factor, per user. */
  wrongSecondFactor: "auth-wrong-second-factor",
  /** Requests that have a mail sent, per client address. */
  mailPerAddress: "auth-mail-address",
  /** Mails per mailbox, whether or not a user has it: one in a while, and not many in an hour. */
  mailInterval: "auth-mail-interval",
  mailPerMailbox: "auth-mail-mailbox",
} as const;

export type AuthLimitName = keyof typeof AUTH_LIMITS;
