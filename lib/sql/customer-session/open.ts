import { isPermitted } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import type { CustomerSession, CustomerSessionOptions } from "@/lib/core/ports/customer-session";
import { SERVICE } from "@/lib/core/service";
import { openPassword } from "@/lib/hosting/databases/password";
import { holdSession } from "./hold-session";
import { openReaderSession } from "./open-reader";
import { traced } from "./traced-session";

export const STATEMENT_TIMEOUT_MS = 5_000;
/** The time that a statement of the service itself waits for a lock before the lock is reported. */
export const LOCK_TIMEOUT_MS = 3_000;

/**
 * Settings under which Postgres can read every value that it writes, under any settings of the role or the database.
 */
const WRITTEN_AS_READ = {
  DateStyle: "ISO",
  IntervalStyle: "postgres",
  extra_float_digits: "1",
  bytea_output: "hex",
  lc_monetary: "C",
  xmloption: "content",
  standard_conforming_strings: "on",
  array_nulls: "on",
  transform_null_equals: "off",
  idle_in_transaction_session_timeout: "60s",
  idle_session_timeout: "0",
  transaction_timeout: "0",
};

/** Settings under which no function or operator of the customer's takes part, and every moment is in UTC. */
const CATALOG_ONLY = {
  search_path: "pg_catalog, pg_temp",
  DateStyle: "ISO, YMD",
  TimeZone: "UTC",
  row_security: "on",
  quote_all_identifiers: "off",
};

interface SessionOptions {
  /** The name by which the session is found when its statement is cancelled. */
  applicationName?: string;
  statementTimeoutMs?: number;
  /** The longest wait of a statement for a lock: by default, as long as it may run. */
  lockTimeoutMs?: number;
  /** Names mean the objects of pg_catalog. By default the customer's settings of the role and the database hold. */
  isCatalogOnly?: boolean;
  /** Statements may be sent before the one before is answered. */
  pipelines?: boolean;
}

/**
 * Opens a session inside a database: as the database's own role for callers who may change data and the operator, as its
 * read role for anybody else. The caller has found the database, may read it, holds a place for the session, and closes it. Throws
 * `database_not_ready`, `over_quota`, `conflict` when the password was changed outside, `host_unavailable`.
 */
export async function openCustomerSession(
  ctx: Context,
  database: { id: string; hostId: string },
  options: SessionOptions = {},
): Promise<CustomerSession> {
  const isOwner = ctx.actor.kind === "operator" || isPermitted(ctx.actor, "data:write");
  if (isOwner) return openOwnerSession(ctx, database, options);
  return traced(ctx, database.id, await openReaderSession(ctx, database, connectingWith(options)));
}

/**
 * Opens a session inside a database as its own role, for work of the service that the caller has authorised, on the host
 * where it is now. Throws the errors that `openCustomerSession` throws.
 */
export async function openOwnerSession(
  ctx: Context,
  database: { id: string },
  options: SessionOptions = {},
): Promise<CustomerSession> {
  const row = await ctx.db.database.findUniqueOrThrow({
    where: { id: database.id },
    select: { id: true, password: true, hostId: true },
  });
  const host = await ctx.hosts.get(row.hostId);
  const session = await host.connectAs(database.id, openPassword(ctx, row), connectingWith(options));
  return traced(ctx, database.id, session);
}

function connectingWith(options: SessionOptions): CustomerSessionOptions {
  return {
    applicationName: options.applicationName ?? SERVICE.slug,
    statementTimeoutMs: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    pipelines: options.pipelines ?? false,
    settings: {
      ...WRITTEN_AS_READ,
      ...(options.isCatalogOnly ? CATALOG_ONLY : {}),
      lock_timeout: `${options.lockTimeoutMs ?? 0}ms`,
    },
  };
}

/** Opens a session for as long as `work` takes. Throws `rate_limited` besides. */
export async function withCustomerSession<T>(
  ctx: Context,
  database: { id: string; hostId: string },
  options: SessionOptions,
  work: (session: CustomerSession) => Promise<T>,
): Promise<T> {
  const release = await holdSession(ctx, database.id);
  try {
    const session = await openCustomerSession(ctx, database, options);
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  } finally {
    release();
  }
}
