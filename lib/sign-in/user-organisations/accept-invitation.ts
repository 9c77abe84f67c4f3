import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { OrganisationItemId } from "./fields";
import { insertMember } from "./internal";
import { findPendingInvitation, requireInviter, requireRecipient } from "./invitation";
import { findMembership, lockOrganisation, recordOrganisationEvent, requireOrganisations } from "./membership";
import { OrganizationInvitation, OrganizationMember, toInvitation, toMember } from "./resource";
import type { OrganisationRole } from "./roles";
import { activate } from "./set-active";

export const NamedInvitationInput = z.object({
  invitationId: OrganisationItemId.meta({ example: "uinv_4k9x2m7q1w8e5r3t6y0u" }),
});
export type NamedInvitationInput = z.infer<typeof NamedInvitationInput>;

export const InvitationAccepted = z
  .object({ invitation: OrganizationInvitation, member: OrganizationMember })
  .meta({ id: "OrganizationInvitationAccepted" });

export const UNPROVEN = "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION";

/**
 * Makes the user a member of the organisation, which becomes the session's active one. Throws `INVITATION_NOT_FOUND`,
 * `YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION`, `ORGANIZATION_MEMBERSHIP_LIMIT_REACHED`,
 * `INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION`, `USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION`, and
 * `EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION` for an address that is not proven.
 */
export async function acceptOrganisationInvitation(
  ctx: SignedInContext,
  { invitationId }: NamedInvitationInput,
): Promise<z.infer<typeof InvitationAccepted>> {
  requireOrganisations(ctx);
  const { organisationId } = await findPendingInvitation(ctx, invitationId);
  const projectId = ctx.project.id;
  const { user } = ctx.session;
  return withTransaction(ctx, async (tx) => {
    await lockOrganisation(tx, projectId, organisationId);
    const invitation = await findPendingInvitation(tx, invitationId);
    requireRecipient(tx, invitation, UNPROVEN);
    await requireInviter(tx, invitation);
    if (await findMembership(tx, organisationId, user.id)) {
      throw new SignInError("USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION");
    }
    const count = await tx.db.userOrganisationMember.count({ where: { organisationId, projectId } });
    if (count >= tx.project.settings.organizations.perOrganization) {
      throw new SignInError("ORGANIZATION_MEMBERSHIP_LIMIT_REACHED");
    }
    const where = { id: invitationId, projectId };
    await tx.db.userOrganisationInvitation.updateMany({ where, data: { status: "accepted" } });
    const role = invitation.role as OrganisationRole;
    const member = await insertMember(tx, { projectId, organisationId, userId: user.id, role });
    await activate(tx, organisationId);
    await recordOrganisationEvent(tx, "organization.invitation_accept", organisationId, { role });
    return { invitation: toInvitation({ ...invitation, status: "accepted" }), member: toMember({ ...member, user }) };
  });
}
