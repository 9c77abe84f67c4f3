import { recordAudit } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import { isOfCompany, requireDirectory, type ScimContext } from "../context";
import { syncRoles } from "../roles/sync";
import { requireVersion } from "../version";
import { deactivate } from "./activation";
import { getLockedScimUser, toResource, type UserRequest } from "./internal";

/**
 * Takes a user off the connection: they are deactivated, and their account at the connection is removed. The user
 * stays, so that their data in the app does. Throws `user_not_found`, `precondition_failed`.
 */
export async function removeScimUser(ctx: ScimContext, { userId, ifMatch }: UserRequest): Promise<void> {
  const { id: connectionId, projectId, organisationId } = requireDirectory(ctx, "write");
  await withTransaction(ctx, async (tx) => {
    const before = await getLockedScimUser(tx, userId);
    if (ifMatch !== null) requireVersion(ifMatch, (await toResource(tx, before)).meta.version);
    await deactivate(tx, before);
    // No record of the directory is left that would keep them out once a ban of the owner ends.
    const bannedForAWhile = { id: userId, projectId, bannedUntil: { not: null } };
    const forGood = { bannedUntil: null, deactivatedBy: connectionId };
    if (isOfCompany(tx.connection, before.email))
      await tx.db.user.updateMany({ where: bannedForAWhile, data: forGood });
    const where = { connectionId, userId, projectId };
    await tx.db.scimUser.updateMany({ where, data: { isActive: false } });
    await syncRoles(tx, [userId]);
    await tx.db.account.deleteMany({ where: { projectId, userId, providerId: connectionId } });
    await tx.db.scimUser.deleteMany({ where });
    const data = { projectId, provider: connectionId };
    await recordAudit(tx, { organisationId, action: "scim_user.unlink", targetId: userId, data });
  });
}
