import { requireUser } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";

/** Keeps the signed-in account. Without a requested deletion this does nothing. */
export async function cancelAccountDeletion(ctx: Context): Promise<void> {
  const userId = requireUser(ctx);
  await withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.accountDeletion.deleteMany({ where: { userId } });
    if (count === 0) return;
    await recordAudit(tx, { organisationId: null, action: "account.cancel_deletion", targetId: userId });
  });
}
