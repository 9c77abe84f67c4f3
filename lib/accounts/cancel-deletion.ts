import { recordAudit } from "@/lib/audit/record";
import type { Context } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { requireUser } from "@/lib/members/authorise";

/** Keeps the signed-in account after all. Without a deletion under way there is nothing to do. */
export async function cancelAccountDeletion(ctx: Context): Promise<void> {
  const userId = requireUser(ctx);
  await withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.accountDeletion.deleteMany({ where: { userId } });
    if (count === 0) return;
    await recordAudit(tx, { organisationId: null, action: "account.cancel_deletion", targetId: userId });
  });
}
