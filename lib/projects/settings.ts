import { z } from "zod";

export const SOCIAL_PROVIDERS = ["google", "github", "discord", "microsoft", "konnos"] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

/** An exact origin: scheme, host and port, nothing else. http is for this machine alone. */
export const Origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => new URL(text).origin === text, "must be an origin such as https://app.example.com")
  .refine((text) => text.startsWith("https://") || isLoopback(new URL(text).hostname), "http is for localhost only");

const Seconds = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum);
const DAY = 86_400;

const Limit = z.strictObject({ limit: z.int().min(1).max(10_000), windowSeconds: Seconds(1, DAY) });

const PasswordPolicy = z.strictObject({
  minLength: z.int().min(8).max(128).default(8),
  maxLength: z.int().min(64).max(1_024).default(128),
  requireUppercase: z.boolean().default(false),
  requireLowercase: z.boolean().default(false),
  requireDigit: z.boolean().default(false),
  requireSymbol: z.boolean().default(false),
  maxAgeDays: z.int().min(1).max(3_650).nullable().default(null),
  /** Refuse passwords from the list of common and compromised ones. */
  refuseCommon: z.boolean().default(true),
});

const Methods = z.strictObject({
  password: z.boolean().default(true),
  signUp: z.boolean().default(true),
  magicLink: z.boolean().default(true),
  emailOtp: z.boolean().default(true),
  passkey: z.boolean().default(true),
  twoFactor: z.boolean().default(true),
  testTokens: z.boolean().default(false),
});

const Session = z.strictObject({
  lifetimeSeconds: Seconds(300, 400 * DAY).default(7 * DAY),
  /** A session that is used is prolonged at most this often. */
  refreshAfterSeconds: Seconds(60, 30 * DAY).default(DAY),
  /** Without "remember me": the cookie ends with the browser, the session after this long. */
  unrememberedSeconds: Seconds(300, 30 * DAY).default(DAY),
  /** The oldest are ended when a user has more. */
  perUser: z.int().min(1).max(10_000).default(100),
});

const Token = z.strictObject({
  algorithm: z.enum(["EdDSA", "ES256", "RS256"]).default("EdDSA"),
  lifetimeSeconds: Seconds(30, 3_600).default(300),
  /** Sends a JWT with every get-session, which costs a signature each. */
  inSessionHeader: z.boolean().default(false),
});

const Limits = z.strictObject({
  signInPerAddress: Limit.default({ limit: 10, windowSeconds: 60 }),
  wrongPerAccount: Limit.default({ limit: 5, windowSeconds: 900 }),
  signUpPerAddress: Limit.default({ limit: 5, windowSeconds: 60 }),
  mailPerMailboxShort: Limit.default({ limit: 1, windowSeconds: 30 }),
  mailPerMailboxLong: Limit.default({ limit: 5, windowSeconds: 3_600 }),
});

/** Everything an owner can set for a project. What is not set has the default given here. */
export const ProjectSettings = z.strictObject({
  methods: Methods.prefault({}),
  requireVerifiedEmail: z.boolean().default(false),
  allowedOrigins: z.array(Origin).max(100).default([]),
  /** Where a sign-in may lead back to. A path belongs to every allowed origin. */
  redirectAddresses: z
    .array(z.url({ protocol: /^https?$/ }))
    .max(100)
    .default([]),
  password: PasswordPolicy.prefault({}),
  session: Session.prefault({}),
  token: Token.prefault({}),
  limits: Limits.prefault({}),
});

export type ProjectSettings = z.infer<typeof ProjectSettings>;

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^127\.|^\[::1\]$/.test(hostname);
}
