import { z } from "zod";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { OptionalOrganisationId, OrganisationItemId, OrganisationSlug } from "./fields";
import { queriedOrganisationId } from "./list-members";
import { findMembership, organisationIdOf, requireMembership, requireOrganisations } from "./membership";
import { type OrganizationMember, toMember } from "./resource";
import { ORGANISATION_ROLES } from "./roles";

export const ActiveMemberRoleQuery = z.object({
  userId: OrganisationItemId.optional().meta({ description: "Another member's.", example: "usr_4k9x2m7q1w8e5r3t6y0u" }),
  organizationId: OptionalOrganisationId,
  organizationSlug: OrganisationSlug.optional(),
});

export const MemberRole = z.object({ role: z.enum(ORGANISATION_ROLES) }).meta({ id: "OrganizationMemberRole" });

/** Returns the user's membership of the session's active organisation. Throws `NO_ACTIVE_ORGANIZATION`. */
export async function getActiveMember(ctx: SignedInContext): Promise<OrganizationMember> {
  requireOrganisations(ctx);
  const id = organisationIdOf(ctx, undefined, "NO_ACTIVE_ORGANIZATION");
  return toMember(await requireMembership(ctx, id, "MEMBER_NOT_FOUND"));
}

/** Returns the role of the user, or of another member. Throws `YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION`. */
export async function getActiveMemberRole(
  ctx: SignedInContext,
  { userId, ...named }: z.infer<typeof ActiveMemberRoleQuery>,
): Promise<z.infer<typeof MemberRole>> {
  requireOrganisations(ctx);
  const organisationId = await queriedOrganisationId(ctx, named);
  const own = await requireMembership(ctx, organisationId, "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
  const member = userId === undefined ? own : await findMembership(ctx, organisationId, userId);
  if (!member) throw new SignInError("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
  return { role: member.role };
}
