import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireProject } from "../project-keys/authorise";
import { type OwnedUser, toOwnedUser } from "./owned-user";
import { endAllSessions, getUserInProject, recordOwnerEvent, type UserAddress, WRITE_USERS } from "./user-address";

/** Blocks a user and ends their sessions, trusted browsers and sign-ins under way, also in a suspended project. */
export async function banUser(ctx: Context, address: UserAddress): Promise<OwnedUser> {
  const { projectId, userId } = address;
  const { organisationId } = await requireProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    const before = await getUserInProject(tx, address);
    const bannedAt = tx.clock.now();
    const where = { id: userId, projectId, bannedAt: null };
    const { count } = await tx.db.user.updateMany({ where, data: { bannedAt } });
    if (count === 0) return toOwnedUser(before);
    const sessions = await endAllSessions(tx, address);
    await recordOwnerEvent(tx, projectId, { kind: "user.ban", outcome: "accepted", userId, data: { sessions } });
    await recordAudit(tx, { organisationId, action: "user.ban", targetId: userId, data: { projectId, sessions } });
    return toOwnedUser({ ...before, bannedAt });
  });
}
