import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { inTransaction } from "./in-transaction";
import { LOCK_TIMEOUT_MS, withCustomerSession } from "./open";
import { asRefusal } from "./refusal";

/**
 * Runs `work` for a page that shows the content of a database, in one transaction that can change nothing, with names
 * looked up in pg_catalog alone. A refusal by Postgres becomes `invalid_request` or `conflict`. Throws
 * `missing_permission`, `database_not_found`, `database_not_ready`, `host_unavailable`.
 */
export async function withReadSession<T>(
  ctx: Context,
  input: { databaseId: string; statementTimeoutMs?: number },
  work: (session: CustomerSession) => Promise<T>,
): Promise<T> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const database = await getReadyDatabase(ctx, organisationId, input.databaseId);
  return readIn(ctx, database, input, work);
}

/** The same in a database that the caller has found and may read. */
export async function readIn<T>(
  ctx: Context,
  database: { id: string; hostId: string },
  { statementTimeoutMs }: { statementTimeoutMs?: number },
  work: (session: CustomerSession) => Promise<T>,
): Promise<T> {
  const limits = { lockTimeoutMs: LOCK_TIMEOUT_MS, ...(statementTimeoutMs !== undefined && { statementTimeoutMs }) };
  const options = { isCatalogOnly: true, ...limits };
  return withCustomerSession(ctx, database, options, (session) =>
    asRefusal(() => inTransaction(session, "BEGIN READ ONLY", () => work(session))),
  );
}
