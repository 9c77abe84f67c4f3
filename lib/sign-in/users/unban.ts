import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireProject } from "../project-keys/authorise";
import { type OwnedUser, toOwnedUser } from "./owned-user";
import { endAllSessions, getUserInProject, recordOwnerEvent, type UserAddress, WRITE_USERS } from "./user-address";

/** Lifts a ban; with `dueAt` only one whose end has come by then. */
export async function unbanUser(
  ctx: Context,
  { dueAt, ...address }: UserAddress & { dueAt?: Date },
): Promise<OwnedUser> {
  const { projectId, userId } = address;
  const { organisationId } = await requireProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    const before = await getUserInProject(tx, address);
    const where = { id: userId, projectId, bannedAt: { not: null }, ...(dueAt && { bannedUntil: { lte: dueAt } }) };
    const deactivatedBy = dueAt ? await findDeactivation(tx, address) : null;
    const { bannedAt } = before;
    const after = { bannedAt: deactivatedBy === null ? null : bannedAt, bannedUntil: null, deactivatedBy };
    const { count } = await tx.db.user.updateMany({ where, data: after });
    if (count === 0) return toOwnedUser(before);
    if (deactivatedBy !== null) return toOwnedUser({ ...before, ...after });
    // A sign-in that was under way at the ban may have left a session, which must not become valid now.
    await endAllSessions(tx, address);
    await recordOwnerEvent(tx, projectId, { kind: "user.unban", outcome: "accepted", userId });
    await recordAudit(tx, { organisationId, action: "user.unban", targetId: userId, data: { projectId } });
    return toOwnedUser({ ...before, ...after });
  });
}

/** Returns the connection whose company has deactivated the user meanwhile: the end of a ban doesn't let them in. */
async function findDeactivation(tx: Context, { projectId, userId }: UserAddress): Promise<string | null> {
  const where = { projectId, userId, isActive: false };
  return (await tx.db.scimUser.findFirst({ where, select: { connectionId: true } }))?.connectionId ?? null;
}
