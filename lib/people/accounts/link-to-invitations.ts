import type { Context } from "@/lib/core/context";
import { writeInvitation } from "@/lib/sign-in/user-invitations/write";
import { getDashboardProjectId } from "./dashboard-project";
import { enterAddress } from "./enter-dashboard";

const PAGE = "/dashboard/invitations";

/**
 * Returns the link that leads the owner of an address to their invitations. Without an account, it lets them create one,
 * also where sign-up is closed: their mailbox is proven by it, and they are signed in. The caller mails it.
 */
export async function linkToInvitations(tx: Context, email: string): Promise<string> {
  const projectId = await getDashboardProjectId(tx);
  const hasAccount = (await tx.db.user.count({ where: { projectId, email } })) > 0;
  if (hasAccount) return `${tx.baseUrl}${PAGE}`;
  const redirectTo = `${tx.baseUrl}${enterAddress(projectId, PAGE)}`;
  return (await writeInvitation(tx, { projectId, email, redirectTo, locale: "en" })).link;
}

/** Ends the link of an address that no invitation waits for any more. */
export async function endLinkToInvitations(tx: Context, email: string): Promise<void> {
  const projectId = await getDashboardProjectId(tx);
  const waiting = await tx.db.invitation.count({ where: { email, expiresAt: { gt: tx.clock.now() } } });
  if (waiting === 0) await tx.db.userInvitation.deleteMany({ where: { projectId, email } });
}
