import { z } from "zod";
import type { SignedInContext } from "../context";
import { OrganisationItemId } from "./fields";
import { type FoundInvitation, findPendingInvitation, requireInviter, requireRecipient } from "./invitation";
import { requireOrganisations } from "./membership";
import { type ReceivedInvitation, toInvitation } from "./resource";

export const GetInvitationQuery = z.object({ id: OrganisationItemId.meta({ example: "uinv_4k9x2m7q1w8e5r3t6y0u" }) });

export function toReceivedInvitation({ organisation, inviter, ...row }: FoundInvitation): ReceivedInvitation {
  const { name: organizationName, slug: organizationSlug } = organisation;
  return { ...toInvitation(row), organizationName, organizationSlug, inviterEmail: inviter.email };
}

/**
 * Returns an invitation to its recipient. Throws `INVITATION_NOT_FOUND`,
 * `YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION`, `EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION`,
 * `INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION`.
 */
export async function getOrganisationInvitation(
  ctx: SignedInContext,
  { id }: z.infer<typeof GetInvitationQuery>,
): Promise<ReceivedInvitation> {
  requireOrganisations(ctx);
  const invitation = await findPendingInvitation(ctx, id);
  requireRecipient(ctx, invitation, "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION");
  await requireInviter(ctx, invitation);
  return toReceivedInvitation(invitation);
}
