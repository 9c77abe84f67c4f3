import { createHash } from "node:crypto";
import type { Release } from "@/lib/core/concurrency";
import { ServiceError } from "@/lib/core/errors";
import { leavesSettings } from "@/lib/core/left-settings";
import type { CustomerSession, CustomerSessionOptions } from "@/lib/core/ports/customer-session";
import { SERVICE } from "@/lib/core/service";
import { openPassword } from "@/lib/hosting/databases/password";
import { openReaderSession } from "../customer-session/open-reader";
import { traced } from "../customer-session/traced-session";
import type { SqlContext } from "./context";
import type { SqlDatabase } from "./database-lookup";
import type { SqlRequest } from "./request";
import { MAX_ANSWER_BYTES } from "./result-json";
import { type Pooled, pooledFrom, type SessionPool } from "./session-pool";

export const STATEMENT_TIMEOUT_MS = 30_000;
/** The read role has 8 connections, of which most are for members in the dashboard. */
const READERS = 3;
const OWNERS = 10;

const OPTIONS: CustomerSessionOptions = {
  applicationName: `${SERVICE.slug} sql`,
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  maxAnswerBytes: MAX_ANSWER_BYTES,
  pipelines: true,
  settings: { idle_in_transaction_session_timeout: "60s", idle_session_timeout: "0" },
};

/** A role of a database, and how a session of it is opened. */
export interface Login {
  database: SqlDatabase;
  /** Sessions with the same key can be used in place of each other. */
  key: string;
  max: number;
  open(): Promise<CustomerSession>;
  /** Throws where a session that was opened earlier may not be used now. */
  requireReuse?(): void;
}

export function ownerLogin(ctx: SqlContext, database: SqlDatabase): Login {
  const open = async () => {
    const host = await ctx.hosts.get(database.hostId);
    return host.connectAs(database.id, openPassword(ctx, database), OPTIONS);
  };
  return { database, key: `${database.id} ${database.password}`, max: OWNERS, open };
}

export function readerLogin(ctx: SqlContext, database: SqlDatabase): Login {
  const open = () => openReaderSession(ctx, database, OPTIONS);
  return { database, key: `${database.id} reader`, max: READERS, open };
}

/** A login whose password the host checks when a session is opened. */
export function passwordLogin(ctx: SqlContext, database: SqlDatabase, role: string, password: string): Login {
  const open = async () => {
    const host = await ctx.hosts.get(database.hostId);
    return host.connectAs(database.id, password, OPTIONS, role);
  };
  const digest = createHash("sha256").update(password).digest("base64");
  return { database, key: `${database.id} ${role} ${digest}`, max: OWNERS, open };
}

/**
 * Runs a request in a session that nobody else uses meanwhile. When the caller goes away, the statement that runs is ended.
 * Throws `rate_limited`, and the errors of opening a session.
 */
export async function runPooled(
  ctx: SqlContext,
  login: Login,
  caller: AbortSignal,
  { request, run }: { request: SqlRequest; run: (session: CustomerSession, request: SqlRequest) => Promise<string> },
): Promise<string> {
  const { id: databaseId, organisationId, hostId } = login.database;
  const turn = { databaseId, organisationId, hostId, login: login.key, maxOfLogin: login.max };
  const release = await ctx.sqlTurns.take(turn);
  const pool = ctx.sqlSessions;
  const pooled = await takeOrOpen(pool, login).catch((error) => giveUp(error, release));
  const stop = () => pooled.session.abort(callerGone());
  try {
    if (caller.aborted) throw callerGone();
    caller.addEventListener("abort", stop);
    pooled.isSpent ||= request.statements.some(({ text }) => leavesSettings(text));
    return await run(traced(ctx, databaseId, pooled.session), request);
  } finally {
    caller.removeEventListener("abort", stop);
    pool.giveBack(pooled);
    release();
  }
}

async function takeOrOpen(pool: SessionPool, login: Login): Promise<Pooled> {
  const pooled = await pool.take(login.key);
  if (!pooled) return pooledFrom(login.key, await login.open());
  try {
    login.requireReuse?.();
    return pooled;
  } catch (error) {
    pool.giveBack(pooled);
    throw error;
  }
}

function giveUp(error: unknown, release: Release): never {
  release();
  throw error;
}

function callerGone(): ServiceError {
  return new ServiceError("request_timeout", "The caller went away before the answer was ready.");
}
