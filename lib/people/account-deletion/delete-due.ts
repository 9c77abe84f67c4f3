import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isForeignKeyViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { findOwnedAlone } from "@/lib/people/account-deletion/owned-alone";
import { DASHBOARD } from "@/lib/people/accounts/dashboard-project";
import { endBeyondRole } from "@/lib/people/members/end-beyond-role";
import { deleteConnectionsOf } from "@/lib/people/sso/end-access";
import { recordSecurityEvent } from "@/lib/sign-in/events/record";
import { discardDeletedProjects } from "@/lib/sign-in/projects/restorable";

const DAY_MS = 86_400_000;

/**
 * Deletes the accounts whose grace period is over, expired invitations, and accounts that were made for an invitation
 * and never signed in. An account that cannot be deleted yet stays until it can.
 */
export async function deleteDueAccounts(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.db.accountDeletion.findMany({ where: { dueAt: { lte: now } }, select: { userId: true } });
  for (const { userId } of due) {
    try {
      await deleteAccount(ctx, userId);
    } catch (error) {
      // Somebody made a database or project in one of the account's organisations meanwhile.
      if (!isForeignKeyViolation(error)) ctx.log.error({ err: error, userId }, "an account was not deleted");
    }
  }
  await ctx.db.invitation.deleteMany({ where: { expiresAt: { lt: now } } });
  await ctx.db.$executeRaw`
    delete from end_user u using project p
    where p.id = u.project_id and p.built_in_as = ${DASHBOARD} and not u.email_verified
      and u.created_at < ${new Date(now.getTime() - DAY_MS)}
      and not exists (select from invitation i where i.email = u.email)
      and not exists (select from member m where m.user_id = u.id)
      and not exists (select from user_account a where a.user_id = u.id)
      and not exists (select from passkey k where k.user_id = u.id)`;
}

async function deleteAccount(ctx: Context, userId: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    // When the user cancels at the same moment, only one of the two transactions gets the row.
    const { count } = await tx.db.accountDeletion.deleteMany({ where: { userId, dueAt: { lte: tx.clock.now() } } });
    if (count === 0) return;
    const alone = await findOwnedAlone(tx, userId);
    const blocking = alone.filter(({ isEmpty }) => !isEmpty).map(({ id }) => id);
    if (blocking.length > 0) {
      throw new Error(`the account is the last owner of ${blocking.join(", ")}`);
    }
    for (const { id, name } of alone) {
      await discardDeletedProjects(tx, id);
      await deleteConnectionsOf(tx, id);
      await tx.db.organisation.delete({ where: { id }, select: { id: true } });
      await recordAudit(tx, { organisationId: id, action: "organisation.delete", targetId: id, data: { name } });
    }
    const members = await tx.db.member.findMany({ where: { userId }, select: { id: true, organisationId: true } });
    for (const { id, organisationId } of members) {
      await tx.db.member.delete({ where: { id }, select: { id: true } });
      await endBeyondRole(tx, { organisationId, memberId: id }, null);
      await recordAudit(tx, { organisationId, action: "member.leave", targetId: id });
    }
    const user = await tx.db.user.delete({ where: { id: userId }, select: { projectId: true } });
    await recordAudit(tx, { organisationId: null, action: "account.delete", targetId: userId });
    const inProject = { ...tx, project: { id: user.projectId }, userAgent: "" };
    await recordSecurityEvent(inProject, { kind: "user.delete", outcome: "accepted", userId });
  });
}
