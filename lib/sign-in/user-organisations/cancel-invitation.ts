import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import type { NamedInvitationInput } from "./accept-invitation";
import { findPendingInvitation } from "./invitation";
import { changeOrganisation, recordOrganisationEvent, requireOrganisations } from "./membership";
import { type OrganizationInvitation, toInvitation } from "./resource";
import { isAllowed } from "./roles";

/** Throws `INVITATION_NOT_FOUND`, `MEMBER_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION`. */
export async function cancelOrganisationInvitation(
  ctx: SignedInContext,
  { invitationId }: NamedInvitationInput,
): Promise<OrganizationInvitation> {
  requireOrganisations(ctx);
  const { organisationId } = await findPendingInvitation(ctx, invitationId);
  return changeOrganisation(ctx, organisationId, "MEMBER_NOT_FOUND", async (tx, { role }) => {
    if (!isAllowed(role, { invitation: ["cancel"] })) {
      throw new SignInError("YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION");
    }
    const where = { id: invitationId, projectId: tx.project.id, status: "pending" };
    const { count } = await tx.db.userOrganisationInvitation.updateMany({ where, data: { status: "canceled" } });
    if (count === 0) throw new SignInError("INVITATION_NOT_FOUND");
    const row = await tx.db.userOrganisationInvitation.findFirstOrThrow({ where: { ...where, status: "canceled" } });
    await recordOrganisationEvent(tx, "organization.invitation_cancel", organisationId, { email: row.email });
    return toInvitation(row);
  });
}
