import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { PrismaClient } from "./generated/client";

/** Secrets are left out of every row unless a query asks for them by name. */
const OMIT = {
  member: { passwordHash: true },
  managementKey: { secretHash: true },
  host: { provisionerUrl: true },
  database: { password: true },
  idempotencyRecord: { body: true },
  projectKey: { secretHash: true },
  projectProvider: { clientSecret: true },
  signingKey: { privateJwk: true },
  account: { passwordHash: true },
  session: { tokenHash: true },
  verification: { tokenHash: true, codeHash: true, numberHash: true },
  mailMessage: { content: true },
  senderDomain: { dkimPrivateKey: true },
} as const;

/** Named statements let Postgres keep the plan: the same text gets the same name. */
function statementName(query: { sql: string }): string {
  return createHash("sha1").update(query.sql).digest("base64url");
}

export function createDatabaseClient(pool: pg.Pool, onError: (error: Error) => void) {
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: statementName,
    onPoolError: onError,
    onConnectionError: onError,
  });
  // The other formats quote the arguments of a failed call, secrets among them.
  return new PrismaClient({ adapter, omit: OMIT, errorFormat: "minimal" });
}

export type DatabaseClient = ReturnType<typeof createDatabaseClient>;
/** The client, or the same inside a transaction. */
export type Database = DatabaseClient | Parameters<Parameters<DatabaseClient["$transaction"]>[0]>[0];
