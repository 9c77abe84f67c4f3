import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { organisationOf, withSigningKeyLock } from "./signing-keys";

/**
 * Revokes the project's keys, which may have leaked: `next`, `current` and `previous` alike, so that no token they
 * signed is verified once cached key sets have expired. The next token is signed with a new key. Returns how many keys
 * there were.
 */
export async function revokeSigningKeys(ctx: Context, { projectId }: { projectId: string }): Promise<number> {
  requireOperator(ctx);
  return withSigningKeyLock(ctx, projectId, async (tx) => {
    const organisationId = await organisationOf(tx, projectId);
    const { count } = await tx.db.signingKey.updateMany({
      where: { projectId, status: { not: "revoked" } },
      data: { status: "revoked", retiredAt: tx.clock.now() },
    });
    await recordAudit(tx, {
      organisationId,
      action: "signing_key.revoke",
      targetId: projectId,
      data: { keys: count },
    });
    return count;
  });
}
