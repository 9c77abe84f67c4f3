import { betterAuth } from "better-auth";
import { jwt } from "better-auth/plugins";
import pg from "pg";
import { hashPassword, verifyPassword } from "@/lib/core/crypto/password";

// better-auth as its documentation sets it up. This file is mounted in bare Node and in a Next route handler alike.
const { DATABASE_URL, BETTER_AUTH_URL, BETTER_AUTH_SECRET, TRUSTED_ORIGIN = "", VARIANT } = process.env;

const OWN_HASH = {
  hash: hashPassword,
  verify: ({ hash, password }: { hash: string; password: string }) => verifyPassword(hash, password),
};

export const auth = betterAuth({
  ...{ baseURL: BETTER_AUTH_URL, secret: BETTER_AUTH_SECRET, trustedOrigins: [TRUSTED_ORIGIN] },
  // As many connections as this service keeps.
  database: new pg.Pool({ connectionString: DATABASE_URL, max: 20 }),
  emailAndPassword: { enabled: true, ...(VARIANT === "argon2id" && { password: OWN_HASH }) },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  // The fastest it can be set up without keeping sessions in a cookie, which a revocation does not reach.
  advanced: { database: { joins: VARIANT === "tuned" } },
  plugins: [jwt({ disableSettingJwtHeader: VARIANT === "tuned" })],
});
