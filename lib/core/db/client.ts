import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import type { ChangeMark } from "./change-mark";
import { Prisma, PrismaClient } from "./generated/client";
import { asGoneRow } from "./gone-row";
import { optimiseLate } from "./optimise-late";

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

/** With `changes`, every write renews that mark. */
export function createDatabaseClient(
  pool: pg.Pool,
  onError: (error: Error) => void,
  changes: ChangeMark | null = null,
) {
  optimiseLate();
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: statementName,
    onPoolError: onError,
    onConnectionError: onError,
  });
  // The other formats quote the arguments of a failed call, secrets among them.
  const client = new PrismaClient({ adapter, omit: OMIT, errorFormat: "minimal" });
  const extended = client.$extends({
    query: {
      $allOperations: ({ args, query, model, operation }) => {
        const answer = query(args).catch((error: unknown) => {
          throw withoutArguments(asGoneRow(error, model), [model, operation].filter(Boolean).join("."));
        });
        return changes && isWrite(operation, args) ? answer.finally(() => changes.renew()) : answer;
      },
    },
  }) as unknown as typeof client;
  parts.set(extended, { pool, changes });
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

const parts = new WeakMap<object, { pool: pg.Pool; changes: ChangeMark | null }>();
const statements = new Map<string, { name: string; isWrite: boolean }>();

/** Returns the mark of changes of a client; `null` in a transaction, which reads its own writes. */
export function changesOf(db: Database): ChangeMark | null {
  return parts.get(db)?.changes ?? null;
}

const READING = /^(?:find|count|aggregate|groupBy)/;
const WRITING = /\b(?:insert|update|delete|merge|truncate)\b/i;

/** A statement that is taken for a write needlessly costs a renewal of the mark, no more. */
function isWrite(operation: string, args: unknown): boolean {
  if (operation === "$queryRaw") return WRITING.test((args as Prisma.Sql).sql);
  return !READING.test(operation);
}

/** Runs a statement of fixed text without Prisma, which doubles the cost of a short one, except in a transaction. */
export async function readRows<Row extends object>(db: Database, statement: Prisma.Sql): Promise<Row[]> {
  const found = parts.get(db);
  if (!found) return db.$queryRaw<Row[]>(statement);
  const { text, values } = statement;
  const known = statements.get(text) ?? { name: statementName({ sql: text }), isWrite: WRITING.test(text) };
  statements.set(text, known);
  const query = { name: known.name, text, values };
  try {
    return (await found.pool.query<Row>(query)).rows;
  } finally {
    if (known.isWrite) await found.changes?.renew();
  }
}

export type DatabaseClient = ReturnType<typeof createDatabaseClient>;
export type Database = DatabaseClient | Parameters<Parameters<DatabaseClient["$transaction"]>[0]>[0];
