import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { type NamedInvitationInput, UNPROVEN } from "./accept-invitation";
import { findPendingInvitation, requireRecipient } from "./invitation";
import { recordOrganisationEvent, requireOrganisations } from "./membership";
import { OrganizationInvitation, toInvitation } from "./resource";

export const InvitationRejected = z
  .object({ invitation: OrganizationInvitation, member: z.null().meta({ example: null }) })
  .meta({ id: "OrganizationInvitationRejected" });

/**
 * Throws `INVITATION_NOT_FOUND`, `YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION` and
 * `EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION`.
 */
export async function rejectOrganisationInvitation(
  ctx: SignedInContext,
  { invitationId }: NamedInvitationInput,
): Promise<z.infer<typeof InvitationRejected>> {
  requireOrganisations(ctx);
  const invitation = await findPendingInvitation(ctx, invitationId);
  requireRecipient(ctx, invitation, UNPROVEN);
  return withTransaction(ctx, async (tx) => {
    const where = { id: invitationId, projectId: tx.project.id, status: "pending" };
    const { count } = await tx.db.userOrganisationInvitation.updateMany({ where, data: { status: "rejected" } });
    if (count === 0) throw new SignInError("INVITATION_NOT_FOUND");
    await recordOrganisationEvent(tx, "organization.invitation_reject", invitation.organisationId);
    return { invitation: toInvitation({ ...invitation, status: "rejected" }), member: null };
  });
}
