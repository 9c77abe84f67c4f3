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
    const { count } = await tx.db.user.updateMany({ where, data: { bannedAt: null, bannedUntil: null } });
    if (count === 0) return toOwnedUser(before);
    // A sign-in that was under way at the ban may have left a session, which must not become valid now.
    await endAllSessions(tx, address);
    await recordOwnerEvent(tx, projectId, { kind: "user.unban", outcome: "accepted", userId });
    await recordAudit(tx, { organisationId, action: "user.unban", targetId: userId, data: { projectId } });
    return toOwnedUser({ ...before, bannedAt: null, bannedUntil: null });
  });
}
