import { z } from "zod";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { OptionalOrganisationId } from "./fields";
import { toReceivedInvitation } from "./get-invitation";
import { invitableBy, WITH_ORGANISATION } from "./invitation";
import { organisationIdOf, requireMembership, requireOrganisations } from "./membership";
import { type OrganizationInvitation, type ReceivedInvitation, toInvitation } from "./resource";

export const ListInvitationsQuery = z.object({ organizationId: OptionalOrganisationId });

const MAX_LISTED = 1_000;

/**
 * Returns the invitations that the user could have given, newest first. Throws
 * `YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION`, `YOU_ARE_NOT_ALLOWED_TO_LIST_INVITATIONS`.
 */
export async function listOrganisationInvitations(
  ctx: SignedInContext,
  { organizationId }: z.infer<typeof ListInvitationsQuery>,
): Promise<OrganizationInvitation[]> {
  requireOrganisations(ctx);
  const organisationId = organisationIdOf(ctx, organizationId, "ORGANIZATION_ID_IS_REQUIRED");
  const own = await requireMembership(ctx, organisationId, "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
  const roles = invitableBy(own.role);
  if (roles.length === 0) throw new SignInError("YOU_ARE_NOT_ALLOWED_TO_LIST_INVITATIONS");
  const rows = await ctx.db.userOrganisationInvitation.findMany({
    where: { organisationId, projectId: ctx.project.id, role: { in: roles } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
  return rows.map(toInvitation);
}

/** Returns the invitations that wait for the user. Throws `EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION`. */
export async function listReceivedInvitations(ctx: SignedInContext): Promise<ReceivedInvitation[]> {
  requireOrganisations(ctx);
  const { email, emailVerified } = ctx.session.user;
  if (!emailVerified) throw new SignInError("EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION");
  const rows = await ctx.db.userOrganisationInvitation.findMany({
    where: { projectId: ctx.project.id, email, status: "pending", expiresAt: { gt: ctx.clock.now() } },
    include: WITH_ORGANISATION,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
  return rows.map(toReceivedInvitation);
}
