import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { isOneLine } from "@/lib/core/names";
import { requireProject } from "../project-keys/authorise";
import { type OwnedUser, toOwnedUser } from "./owned-user";
import { endAllSessions, getUserInProject, recordOwnerEvent, type UserAddress, WRITE_USERS } from "./user-address";

/** Why a user is banned, for the owner's people; the user does not see it. */
const BanReason = z.string().trim().max(200).refine(isOneLine, { message: "must not hold control characters" });

export const BanUserInput = z.object({
  reason: BanReason.meta({
    form: {
      label: "Reason",
      note: "Optional. For your team: users don't see it.",
      kind: "prose",
      fault: "A reason has at most 200 characters.",
    },
  }),
});

interface Ban {
  reason?: string;
  /** When the ban ends: `null` is never. Left out, a ban that there is keeps its end. */
  until?: Date | null;
}

/**
 * Bans a user and ends their sessions, trusted browsers and sign-ins under way, also in a suspended project. Throws
 * `invalid_request` for an end that has passed.
 */
export async function banUser(ctx: Context, { reason = "", until, ...address }: UserAddress & Ban): Promise<OwnedUser> {
  const { projectId, userId } = address;
  const { organisationId } = await requireProject(ctx, projectId, WRITE_USERS);
  if (until && until <= ctx.clock.now()) throw endHasPassed();
  return withTransaction(ctx, async (tx) => {
    const before = await getUserInProject(tx, address);
    const bannedUntil = until ?? null;
    const isSame = until === undefined || before.bannedUntil?.getTime() === bannedUntil?.getTime();
    if (before.bannedAt !== null && isSame && before.deactivatedBy === null) return toOwnedUser(before);
    const bannedAt = before.bannedAt ?? tx.clock.now();
    await tx.db.user.updateMany({
      where: { id: userId, projectId },
      data: { bannedAt, bannedUntil, deactivatedBy: null },
    });
    const sessions = await endAllSessions(tx, address);
    const end = bannedUntil && { until: bannedUntil.toISOString() };
    const data = { sessions, ...(reason && { reason }), ...end };
    await recordOwnerEvent(tx, projectId, { kind: "user.ban", outcome: "accepted", userId, data });
    await recordAudit(tx, { organisationId, action: "user.ban", targetId: userId, data: { projectId, ...data } });
    return toOwnedUser({ ...before, bannedAt, bannedUntil });
  });
}

function endHasPassed(): ServiceError {
  const message = "The end of a ban must be in the future.";
  return new ServiceError("invalid_request", message, { details: [{ path: "bannedUntil", message }] });
}
