import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { lockPasskeysOf } from "../passkeys/of-user";
import { hasOtherWayIn } from "../passkeys/ways-in";
import { requireFreshSession } from "../sessions/require-fresh";

export const UnlinkAccountInput = z.object({
  accountId: z.string().max(255).meta({ example: "acc_4k9x2m7q1w8e5r3t6y0u" }),
});
type UnlinkAccountInput = z.infer<typeof UnlinkAccountInput>;

/** Removes a linked account. Throws `SESSION_NOT_FRESH`, `ACCOUNT_NOT_FOUND`, `FAILED_TO_UNLINK_LAST_ACCOUNT`. */
export async function unlinkAccount(
  ctx: SignedInContext,
  { accountId }: UnlinkAccountInput,
): Promise<{ status: true }> {
  requireFreshSession(ctx);
  const userId = ctx.session.user.id;
  const refusal = await withTransaction(ctx, async (tx) => {
    // Without the lock, two concurrent removals would each count the account that the other removes.
    await lockPasskeysOf(tx, userId);
    const where = { id: accountId, userId, projectId: tx.project.id };
    const account = await tx.db.account.findFirst({ where, select: { providerId: true } });
    if (!account) throw new SignInError("ACCOUNT_NOT_FOUND");
    const entry = { kind: "account.unlink", userId, data: { provider: account.providerId } } as const;
    if (!(await hasOtherWayIn(tx, userId, { accountId }))) {
      await recordSecurityEvent(tx, { ...entry, outcome: "refused", reason: "last_sign_in_method" });
      return new SignInError("FAILED_TO_UNLINK_LAST_ACCOUNT");
    }
    await tx.db.account.deleteMany({ where });
    await recordSecurityEvent(tx, { ...entry, outcome: "accepted" });
    return null;
  });
  if (refusal) throw refusal;
  return { status: true };
}
