import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { CREDENTIAL } from "../credentials/credential";
import { requireProject } from "../project-keys/authorise";
import { type OwnedUser, toOwnedUser } from "./owned-user";
import { getUserInProject, recordOwnerEvent, type UserAddress, WRITE_USERS } from "./user-address";

/** Requires a new password before the next sign-in with one; sessions stay. Throws `conflict` without a password. */
export async function requirePasswordReset(ctx: Context, address: UserAddress): Promise<OwnedUser> {
  const { projectId, userId } = address;
  const { organisationId } = await requireProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    const user = await getUserInProject(tx, address);
    const where = { userId, projectId, providerId: CREDENTIAL };
    const [account] = await tx.db.account.updateManyAndReturn({
      where: { ...where, mustResetPassword: false },
      data: { mustResetPassword: true },
      select: { id: true },
    });
    if (account) {
      await recordOwnerEvent(tx, projectId, { kind: "user.require_reset", outcome: "accepted", userId });
      await recordAudit(tx, { organisationId, action: "user.require_reset", targetId: userId, data: { projectId } });
    } else if ((await tx.db.account.count({ where })) === 0) {
      throw new ServiceError("conflict", "The user doesn't have a password.");
    }
    return toOwnedUser(user);
  });
}
