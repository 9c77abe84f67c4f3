import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hashPassword as hashByScrypt } from "better-auth/crypto";
import pg from "pg";
import { hashPassword as hashByArgon2id } from "@/lib/core/crypto/password";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { startProcess, untilReady } from "@/tests/support/lanes-setup";
import type { CleanUp } from "../clean-up";
import type { Stage } from "./stage";
import { APP_ORIGIN, ID, PASSWORD, PUBLIC_URL, SESSIONS_PER_USER, type Subject, TOKEN, tokenOf } from "./subject";

export interface BetterAuthOptions {
  host: "node" | "next";
  /** The hash of passwords; `tuned` is scrypt with its fastest settings for reading sessions. */
  variant: "scrypt" | "argon2id" | "tuned";
  users: number;
}

const TOKEN_LENGTH = 32;

/** better-auth in production on a database of its own, with its own schema and the same users. */
export async function startBetterAuth(
  cleanUp: CleanUp,
  stage: Stage,
  { host, variant, users }: BetterAuthOptions,
): Promise<Subject> {
  const name = `better_auth_${host}_${variant}`;
  const [secret, seed] = [randomBytes(32).toString("hex"), randomBytes(8).toString("hex")];
  const variables = {
    DATABASE_URL: await stage.createDatabase(name),
    BETTER_AUTH_URL: PUBLIC_URL,
    BETTER_AUTH_SECRET: secret,
    TRUSTED_ORIGIN: APP_ORIGIN,
    VARIANT: variant,
    PORT: String(await findFreePort([])),
  };
  const log = join(stage.folder, `${name}.log`);
  await migrateBetterAuth(log, variables);
  const hash = variant === "argon2id" ? await hashByArgon2id(PASSWORD) : await hashByScrypt(PASSWORD);
  await insertUsers(variables.DATABASE_URL, { seed, users, hash });
  const next = ["node_modules/next/dist/bin/next", "start", NEXT_APP, "-p", variables.PORT, "-H", "127.0.0.1"];
  const script = host === "next" ? next : ["dist/bench/auth/better-auth-server.js"];
  const started = startProcess(log, ["--enable-source-maps", ...script], variables);
  cleanUp.add(() => started.stop());
  const url = `http://127.0.0.1:${variables.PORT}`;
  await untilReady(url, started);
  const cookieOf = (session: number) => signedCookie(tokenOf(seed, session, TOKEN_LENGTH), secret);
  return { name: `better-auth in ${host}`, url, users, cookieOf, path: "/api/auth", headers: { origin: APP_ORIGIN } };
}

/** The folder of the built app that mounts it in a Next route handler. */
export const NEXT_APP = "dist/bench/auth/next-app";

async function migrateBetterAuth(log: string, variables: Record<string, string>): Promise<void> {
  const { child } = startProcess(log, ["dist/bench/auth/better-auth-migrate.js"], variables);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`better-auth could not make its tables:\n${readFileSync(log, "utf8")}`);
}

/** As its `setSignedCookie` writes it. */
function signedCookie(token: string, secret: string): string {
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  return `__Secure-better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

async function insertUsers(
  databaseUrl: string,
  { seed, users, hash }: { seed: string; users: number; hash: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const userId = (number: string) => ID(seed, "user", number, 32);
  const dates = '"createdAt", "updatedAt"';
  try {
    await client.query(`
      INSERT INTO "user" (id, name, email, "emailVerified", ${dates})
      SELECT ${userId("n")}, 'User ' || n, 'user' || n || '@example.com', true, now(), now()
      FROM generate_series(0, ${users - 1}) AS n`);
    await client.query(`
      INSERT INTO account (id, "accountId", "providerId", "userId", password, ${dates})
      SELECT ${ID(seed, "account", "n", 32)}, ${userId("n")}, 'credential', ${userId("n")}, '${hash}', now(), now()
      FROM generate_series(0, ${users - 1}) AS n`);
    await client.query(`
      INSERT INTO session (id, token, "userId", "ipAddress", "userAgent", "expiresAt", ${dates})
      SELECT ${ID(seed, "session", "n", 32)}, ${TOKEN(seed, TOKEN_LENGTH)}, ${userId(`n / ${SESSIONS_PER_USER}`)},
             '203.0.113.7', 'Mozilla/5.0', now() + interval '7 days', now(), now()
      FROM generate_series(0, ${users * SESSIONS_PER_USER - 1}) AS n`);
    await client.query('VACUUM (ANALYZE) "user", account, session');
  } finally {
    await client.end();
  }
}
