import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireActiveProject } from "../project-keys/authorise";
import { emailTaken, WRITE_USERS } from "../users/user-address";
import { mailInvitation, newLink } from "./internal";
import { countInvitation } from "./limit";
import { toUserInvitation, type UserInvitation, userInvitationNotFound } from "./resource";
import type { UserInvitationAddress } from "./revoke";

/**
 * Mails a pending invitation again with a new link, which works for seven days; the one before stops working. Throws
 * `not_found`, `email_taken`, `project_suspended` and `rate_limited`.
 */
export async function resendUserInvitation(
  ctx: Context,
  { projectId, invitationId }: UserInvitationAddress,
): Promise<UserInvitation> {
  const { organisationId } = await requireActiveProject(ctx, projectId, WRITE_USERS);
  const where = { id: invitationId, projectId };
  const found = await ctx.db.userInvitation.findFirst({ where, select: { email: true } });
  if (!found) throw userInvitationNotFound();
  const { email } = found;
  if ((await ctx.db.user.count({ where: { projectId, email } })) > 0) throw emailTaken();
  await countInvitation(ctx, projectId, email);
  const { link, kept } = newLink(ctx, projectId);
  return withTransaction(ctx, async (tx) => {
    const [row] = await tx.db.userInvitation.updateManyAndReturn({ where, data: kept });
    if (!row) throw userInvitationNotFound();
    const data = { projectId, email };
    await recordAudit(tx, { organisationId, action: "user_invitation.resend", targetId: invitationId, data });
    await mailInvitation(tx, { projectId, email, locale: row.locale, link, expiresAt: kept.expiresAt });
    return toUserInvitation(row);
  });
}
