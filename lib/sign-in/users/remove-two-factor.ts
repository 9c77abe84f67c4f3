import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { requireProject } from "../project-keys/authorise";
import { type OwnedUser, toOwnedUser } from "./owned-user";
import { getUserInProject, recordOwnerEvent, type UserAddress, WRITE_USERS } from "./user-address";

/**
 * Turns off a user's two-step verification, for a user who has lost their app and backup codes; the user is told by
 * mail. Sessions stay. Throws `conflict` where it is off.
 */
export async function removeUserTwoFactor(ctx: Context, { projectId, userId }: UserAddress): Promise<OwnedUser> {
  const { organisationId } = await requireProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    const user = await getUserInProject(tx, { projectId, userId });
    const where = { userId, projectId };
    const { count } = await tx.db.twoFactor.deleteMany({ where });
    if (count === 0) throw new ServiceError("conflict", "Two-step verification isn't on for this user.");
    await tx.db.backupCode.deleteMany({ where });
    await tx.db.trustedDevice.deleteMany({ where });
    await tx.db.flow.deleteMany({ where: { ...where, kind: "two-factor" } });
    const changed = { twoFactorEnabled: false, updatedAt: tx.clock.now() };
    await tx.db.user.updateMany({ where: { id: userId, projectId }, data: changed });
    if (user.twoFactorEnabled) {
      await queueMail(tx, { projectId, kind: "two-factor-disabled", to: user.email, content: {} });
    }
    await recordOwnerEvent(tx, projectId, { kind: "two_factor.disable", outcome: "accepted", userId });
    await recordAudit(tx, { organisationId, action: "user.remove_two_factor", targetId: userId, data: { projectId } });
    return toOwnedUser({ ...user, ...changed });
  });
}
