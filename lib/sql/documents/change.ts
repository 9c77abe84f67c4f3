import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { withCustomerSession } from "@/lib/sql/customer-session/with-session";
import { asRefusal } from "@/lib/sql/tables/refusal";
import { pinSession } from "@/lib/sql/tables/session";

/**
 * One transaction inside the database, as its own role. `work` writes the audit row last, so that no change is
 * committed without its trace.
 */
export async function changeCollections<T>(
  ctx: Context,
  { databaseId }: { databaseId: string },
  work: (session: CustomerSession, organisationId: string) => Promise<T>,
): Promise<T> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  return withCustomerSession(ctx, { databaseId, permission: "data:write", readOnly: false }, (session) =>
    asRefusal(async () => {
      await pinSession(session);
      await session.query("BEGIN");
      const result = await work(session, organisationId);
      await session.query("COMMIT");
      return result;
    }),
  );
}
