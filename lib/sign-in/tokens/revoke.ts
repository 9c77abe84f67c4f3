import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { authoriseForKeys, withSigningKeyLock } from "./signing-keys";

/** Revokes all keys of a project, which verifiers refuse once cached key sets have expired. Returns their number. */
export async function revokeSigningKeys(ctx: Context, { projectId }: { projectId: string }): Promise<number> {
  const { organisationId } = await authoriseForKeys(ctx, projectId, "project-keys:admin");
  return withSigningKeyLock(ctx, projectId, async (tx) => {
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
