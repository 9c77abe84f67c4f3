import { requireUser } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { getDashboardProjectId } from "../accounts/dashboard-project";
import { findOwnedAlone } from "./owned-alone";

/** The grace period runs from the request to the deletion itself. */
export const GRACE_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Schedules the deletion of the signed-in account, which the user can cancel until then; a second request changes
 * nothing. Throws `conflict` while an organisation with members, databases or projects would be left without an owner.
 */
export async function requestAccountDeletion(ctx: Context): Promise<{ dueAt: string }> {
  const userId = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const blocking = (await findOwnedAlone(tx, userId)).filter(({ isEmpty }) => !isEmpty);
    if (blocking.length > 0) {
      const names = blocking.map(({ name }) => `"${name}"`).join(", ");
      throw new ServiceError(
        "conflict",
        `You're the last owner of ${names}. Transfer ownership or delete its databases and projects first.`,
      );
    }
    const now = tx.clock.now();
    const dueAt = new Date(now.getTime() + GRACE_DAYS * DAY_MS);
    const [made] = await tx.db.accountDeletion.createManyAndReturn({
      data: [{ userId, requestedAt: now, dueAt }],
      skipDuplicates: true,
    });
    if (!made) {
      const earlier = await tx.db.accountDeletion.findUniqueOrThrow({ where: { userId } });
      return { dueAt: earlier.dueAt.toISOString() };
    }
    await recordAudit(tx, { organisationId: null, action: "account.request_deletion", targetId: userId });
    const { email } = await tx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    const link = `${tx.baseUrl}/dashboard/account`;
    const content = { link, expiresInMinutes: GRACE_DAYS * 1_440 };
    const projectId = await getDashboardProjectId(tx);
    await queueMail(tx, { projectId, kind: "account-deletion", to: email, content, sendBefore: dueAt });
    return { dueAt: dueAt.toISOString() };
  });
}
