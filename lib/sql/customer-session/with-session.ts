import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { SERVICE } from "@/lib/core/service";
import { openPassword } from "@/lib/hosting/databases/password";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";

export const STATEMENT_TIMEOUT_MS = 5_000;

interface SessionInput {
  databaseId: string;
  permission: "data:read" | "data:write";
  /** Everything runs in one transaction that can change nothing. */
  readOnly: boolean;
  statementTimeoutMs?: number;
}

/**
 * Runs `work` in a session of its own inside the database, as the database's own role. Throws `missing_permission`,
 * `database_not_found`, `database_not_ready`, `host_unavailable`, and what `CustomerSession` throws.
 */
export async function withCustomerSession<T>(
  ctx: Context,
  input: SessionInput,
  work: (session: CustomerSession) => Promise<T>,
): Promise<T> {
  const { organisationId } = requirePermission(ctx.actor, input.permission);
  const database = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const session = await openSession(ctx, database, input);
  try {
    if (!input.readOnly) return await work(session);
    await beginReadOnly(session);
    const answer = await work(session);
    await session.query("COMMIT");
    return answer;
  } finally {
    await session.close();
  }
}

/** The caller has found the database and may use it. */
export async function openSession(
  ctx: Context,
  database: { id: string; hostId: string },
  options: { applicationName?: string; statementTimeoutMs?: number } = {},
): Promise<CustomerSession> {
  const row = await ctx.db.database.findUniqueOrThrow({
    where: { id: database.id },
    select: { id: true, password: true },
  });
  const host = await ctx.hosts.get(database.hostId);
  return host.connectAs(database.id, openPassword(ctx, row), {
    applicationName: options.applicationName ?? SERVICE.slug,
    statementTimeoutMs: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
  });
}

/** Once a snapshot is taken, Postgres lets nothing in the transaction make it writable again. */
export async function beginReadOnly(session: CustomerSession): Promise<void> {
  await session.query("BEGIN READ ONLY");
  await session.query("SELECT 1");
}
