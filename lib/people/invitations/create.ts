import { z } from "zod";
import { ROLES } from "@/lib/core/access/permissions";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { OrganisationId } from "@/lib/core/id-schemas";
import { MemberEmail } from "@/lib/people/members/resource";
import { inviteAll, permissionToGive } from "./internal";
import type { Invitation } from "./resource";

export const CreateInvitationInput = z.object({
  organisationId: OrganisationId,
  email: MemberEmail,
  role: z.enum(ROLES),
});
export type CreateInvitationInput = z.infer<typeof CreateInvitationInput>;

/**
 * Invites an address by mail; a second invitation replaces the first. Only a user who proves to have the address can
 * accept. Throws `conflict` for the address of a member, `limit_reached` and `rate_limited`.
 */
export async function createInvitation(ctx: Context, input: CreateInvitationInput): Promise<Invitation> {
  const { organisationId, email, role } = input;
  requireMemberPermission(ctx, organisationId, permissionToGive(role));
  const [invitation] = await inviteAll(ctx, { organisationId, emails: [email], role });
  return invitation as Invitation;
}
