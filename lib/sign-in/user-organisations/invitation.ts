import type { SignedInContext, UserContext } from "../context";
import { SignInError, type SignInErrorCode } from "../errors";
import { findMembership } from "./membership";
import type { InvitationRow } from "./resource";
import { isAllowed, ORGANISATION_ROLES, type OrganisationRole } from "./roles";

export const WITH_ORGANISATION = {
  organisation: { select: { name: true, slug: true } },
  inviter: { select: { email: true } },
} as const;

export type FoundInvitation = InvitationRow & {
  organisation: { name: string; slug: string };
  inviter: { email: string };
};

/** Returns an invitation that can be answered. Throws `INVITATION_NOT_FOUND`. */
export async function findPendingInvitation(ctx: UserContext, id: string): Promise<FoundInvitation> {
  const row = await ctx.db.userOrganisationInvitation.findFirst({
    where: { id, projectId: ctx.project.id, status: "pending", expiresAt: { gt: ctx.clock.now() } },
    include: WITH_ORGANISATION,
  });
  if (!row) throw new SignInError("INVITATION_NOT_FOUND");
  return row;
}

/** Throws `YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION`, and `unproven` where the user has not proven the address. */
export function requireRecipient(
  ctx: SignedInContext,
  { email }: Pick<InvitationRow, "email">,
  unproven: SignInErrorCode,
): void {
  const { user } = ctx.session;
  if (user.email !== email) throw new SignInError("YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION");
  if (!user.emailVerified) throw new SignInError(unproven);
}

/** Throws `INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION`, also where they could no longer give the role. */
export async function requireInviter(ctx: UserContext, invitation: InvitationRow): Promise<void> {
  const inviter = await findMembership(ctx, invitation.organisationId, invitation.inviterId);
  if (!inviter || !mayInvite(inviter.role, invitation.role as OrganisationRole)) {
    throw new SignInError("INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
  }
}

/** Returns the roles that a member may invite to, and whose invitations they may see. */
export function invitableBy(inviter: OrganisationRole): OrganisationRole[] {
  return ORGANISATION_ROLES.filter((role) => mayInvite(inviter, role));
}

/** Only an owner invites owners. */
export function mayInvite(inviter: OrganisationRole, role: OrganisationRole): boolean {
  return isAllowed(inviter, { invitation: ["create"] }) && (role !== "owner" || inviter === "owner");
}
