import type { Context } from "@/lib/core/context";
import { endUserRoleOf } from "@/lib/core/ids";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { openOwnerSession } from "@/lib/sql/customer-session/open";
import { OUTBOX_STATEMENTS, OUTBOX_VERSION } from "./statements";

export interface RealtimeDatabase {
  id: string;
  hostId: string;
}

interface OutboxOptions {
  applicationName: string;
  statementTimeoutMs?: number;
  pipelines?: boolean;
}

/** The name of a session tells its purpose to anyone who looks at the sessions of a database. */
export const SESSION_NAMES = {
  setUp: "coppice realtime set-up",
  reader: "coppice realtime reader",
  policies: "coppice realtime policies",
} as const;

const LOCK_TIMEOUT_MS = 3_000;

/** Opens a session of the database's own role, in which names mean the objects of pg_catalog. The caller closes it. */
export function openOutboxSession(
  ctx: Context,
  database: RealtimeDatabase,
  options: OutboxOptions,
): Promise<CustomerSession> {
  return openOwnerSession(ctx, database, { ...options, lockTimeoutMs: LOCK_TIMEOUT_MS, isCatalogOnly: true });
}

/** Makes the end-user role of the database unless its own role may act as it already. */
export async function ensureEndUserRole(
  ctx: Context,
  session: CustomerSession,
  { id }: Pick<RealtimeDatabase, "id">,
): Promise<void> {
  const { rows } = await session.query(
    "SELECT pg_has_role(oid, 'SET') AND pg_has_role(oid, 'app_users', 'USAGE') FROM pg_roles WHERE rolname = $1",
    [endUserRoleOf(id)],
  );
  if (rows[0]?.[0] === "t") return;
  const database = await ctx.db.database.findUniqueOrThrow({ where: { id }, select: { id: true, hostId: true } });
  await withDatabaseLock(ctx, database, (hostSession) => hostSession.ensureEndUserRole(id));
}

/** Returns the version of the outbox in the database: `null` where there is none, 0 for one that lacks a part. */
export async function readOutboxVersion(session: CustomerSession): Promise<number | null> {
  const { rows: found } = await session.query(
    "SELECT to_regclass('coppice_realtime.' || name) IS NOT NULL FROM unnest('{state,change,published,life}'::text[]) AS name",
  );
  const isThere = found.map(([answer]) => answer === "t");
  if (!isThere.includes(true)) return null;
  if (isThere.includes(false)) return 0;
  const { rows } = await session.query("SELECT version FROM coppice_realtime.state");
  return Number(rows[0]?.[0] ?? 0);
}

/** Makes the outbox, or brings it up to the present version, in the caller's transaction. */
export async function ensureOutbox(session: CustomerSession): Promise<void> {
  if (((await readOutboxVersion(session)) ?? 0) >= OUTBOX_VERSION) return;
  // Two processes can't replace the same function at once.
  await session.query("SELECT pg_advisory_xact_lock(hashtextextended('coppice_realtime.set-up', 0))");
  if (((await readOutboxVersion(session)) ?? 0) >= OUTBOX_VERSION) return;
  for (const statement of OUTBOX_STATEMENTS) await session.query(statement);
}

/** Sees to it that every table of the published tables' trees is recorded, as far as that can be done now. */
export async function followTrees(session: CustomerSession): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = (await session.query("SELECT coppice_realtime.follow()")).rows[0]?.[0] === "t";
}
