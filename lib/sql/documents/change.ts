import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { inTransaction } from "@/lib/sql/customer-session/in-transaction";
import { LOCK_TIMEOUT_MS, withCustomerSession } from "@/lib/sql/customer-session/open";
import { asRefusal } from "@/lib/sql/customer-session/refusal";

/** Runs `work` in one transaction and writes the audit row last, so that no change is committed without its trace. */
export async function changeCollections<T>(
  ctx: Context,
  input: { databaseId: string },
  work: (session: CustomerSession, organisationId: string) => Promise<T>,
): Promise<T> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const database = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const options = { isCatalogOnly: true, lockTimeoutMs: LOCK_TIMEOUT_MS };
  return withCustomerSession(ctx, database, options, (session) =>
    asRefusal(() => inTransaction(session, "BEGIN", () => work(session, organisationId))),
  );
}
