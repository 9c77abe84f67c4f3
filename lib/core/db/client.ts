import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { Prisma, PrismaClient } from "./generated/client";
import { asGoneRow } from "./gone-row";

/** Secrets are left out of every row unless a query asks for them by name. */
const OMIT = {
  managementKey: { secretHash: true },
  adminKey: { secretHash: true },
  host: { provisionerUrl: true },
  database: { password: true },
  idempotencyRecord: { body: true },
  projectKey: { secretHash: true },
  scimToken: { secretHash: true },
  projectProvider: { clientSecret: true },
  ssoConnection: { clientSecret: true, privateKey: true, nextPrivateKey: true },
  ssoSession: { idToken: true },
  signingKey: { privateJwk: true },
  account: { passwordHash: true },
  session: { tokenHash: true },
  verification: { tokenHash: true, codeHash: true, numberHash: true },
  mailMessage: { content: true },
  senderDomain: { dkimPrivateKey: true, nextPrivateKey: true },
  webhookEndpoint: { secret: true, previousSecret: true },
  dataChange: { rows: true },
  operatorSetting: { value: true },
  userImportPart: { content: true },
} as const;

/** Gives equal statements the same name, since Postgres keeps the plan of a named statement. */
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
  const client = new PrismaClient({ adapter, omit: OMIT, errorFormat: "minimal" });
  const extended = client.$extends({
    query: {
      $allOperations: ({ args, query, model, operation }) =>
        query(args).catch((error: unknown) => {
          throw withoutArguments(asGoneRow(error, model), [model, operation].filter(Boolean).join("."));
        }),
    },
  }) as unknown as typeof client;
  pools.set(extended, pool);
  return extended;
}

/** The reason for refusing a call that fits no model, by the name of the field alone. */
const REASON = /(?:Unknown (?:argument|field)|Argument|Invalid value for argument) `\w{1,60}`(?: is missing)?/;

/**
 * Shortens a message of Prisma that quotes all arguments in every format: code that prints the error prints them too.
 */
function withoutArguments(error: unknown, call: string): unknown {
  if (!(error instanceof Prisma.PrismaClientValidationError)) return error;
  const reason = REASON.exec(error.message)?.[0] ?? "";
  const message = `Prisma refused the arguments of ${call}. ${reason}`.trimEnd();
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ {4}at .{1,300}:\d+:\d+\)?$/.test(line));
  error.message = message;
  error.stack = [`${error.name}: ${message}`, ...frames].join("\n");
  return error;
}

const pools = new WeakMap<object, pg.Pool>();
const names = new Map<string, string>();

/** Runs a statement of fixed text without Prisma, which doubles the cost of a short one, except in a transaction. */
export async function readRows<Row extends object>(db: Database, statement: Prisma.Sql): Promise<Row[]> {
  const pool = pools.get(db);
  if (!pool) return db.$queryRaw<Row[]>(statement);
  const { text, values } = statement;
  const name = names.get(text) ?? statementName({ sql: text });
  names.set(text, name);
  return (await pool.query<Row>({ name, text, values })).rows;
}

export type DatabaseClient = ReturnType<typeof createDatabaseClient>;
export type Database = DatabaseClient | Parameters<Parameters<DatabaseClient["$transaction"]>[0]>[0];
