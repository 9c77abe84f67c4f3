import { z } from "zod";
import { requireUser } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { InvitationId } from "@/lib/core/id-schemas";
import { createId } from "@/lib/core/ids";
import { invitationNotFound } from "./resource";

export const AnswerInvitationInput = z.object({ invitationId: InvitationId });
type AnswerInvitationInput = z.infer<typeof AnswerInvitationInput>;

/**
 * Makes the signed-in account a member. Throws `missing_permission` for an account whose address is another one or not
 * proven, and `not_found` for an invitation that was answered, revoked or has expired.
 */
export async function acceptInvitation(
  ctx: Context,
  input: AnswerInvitationInput,
): Promise<{ organisationId: string }> {
  const userId = requireUser(ctx);
  try {
    return await withTransaction(ctx, async (tx) => {
      const { organisationId, role, email } = await takeInvitation(tx, userId, input);
      const memberId = createId("member", tx.random);
      const row = { id: memberId, organisationId, userId, role, createdAt: tx.clock.now() };
      await tx.db.member.create({ data: row, select: { id: true } });
      const data = { email, role, memberId };
      await recordAudit(tx, { organisationId, action: "invitation.accept", targetId: input.invitationId, data });
      return { organisationId };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", "You're already a member.");
  }
}

/** Declines an invitation. Throws the same errors as `acceptInvitation`. */
export async function declineInvitation(ctx: Context, input: AnswerInvitationInput): Promise<void> {
  const userId = requireUser(ctx);
  await withTransaction(ctx, async (tx) => {
    const { organisationId, role, email } = await takeInvitation(tx, userId, input);
    const data = { email, role };
    await recordAudit(tx, { organisationId, action: "invitation.decline", targetId: input.invitationId, data });
  });
}

/** Deletes the invitation, so that only one of several answers at once gets the row. */
async function takeInvitation(tx: Context, userId: string, { invitationId }: AnswerInvitationInput) {
  const user = await tx.db.user.findUnique({ where: { id: userId }, select: { email: true, emailVerified: true } });
  const row = await tx.db.invitation.findFirst({ where: { id: invitationId, expiresAt: { gt: tx.clock.now() } } });
  if (!row) throw invitationNotFound();
  if (!user?.emailVerified || user.email !== row.email) {
    throw new ServiceError(
      "missing_permission",
      "This invitation is for a different email address, or yours isn't confirmed yet.",
    );
  }
  const where = { id: invitationId, organisationId: row.organisationId, email: user.email };
  const { count } = await tx.db.invitation.deleteMany({ where });
  if (count === 0) throw invitationNotFound();
  return row;
}
