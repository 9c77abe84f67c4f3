import { z } from "zod";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { OptionalOrganisationId, OrganisationSlug } from "./fields";
import { findOrganisation } from "./find";
import { invitableBy } from "./invitation";
import { DEFAULT_MEMBERS, MemberLimit, oldestFirst } from "./list-members";
import { requireMembership, requireOrganisations } from "./membership";
import { type FullOrganization, MEMBER_WITH_USER, toInvitation, toMember, toOrganization } from "./resource";

export const GetFullOrganizationQuery = z.object({
  organizationId: OptionalOrganisationId,
  organizationSlug: OrganisationSlug.optional(),
  membersLimit: MemberLimit.optional().meta({ description: "100 without it.", example: "100" }),
});

/**
 * Returns an organisation with its members and the invitations that the user could have given; `null` where none is named or active. Throws
 * `ORGANIZATION_NOT_FOUND`, `USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION`.
 */
export async function getFullOrganisation(
  ctx: SignedInContext,
  { organizationId, organizationSlug, membersLimit = DEFAULT_MEMBERS }: z.infer<typeof GetFullOrganizationQuery>,
): Promise<FullOrganization | null> {
  requireOrganisations(ctx);
  const id = organizationId || ctx.session.activeOrganisation?.id;
  if (organizationSlug === undefined && id === undefined) return null;
  const row = await findOrganisation(
    ctx,
    organizationSlug === undefined ? { id: id ?? "" } : { slug: organizationSlug },
  );
  if (!row) throw new SignInError("ORGANIZATION_NOT_FOUND");
  const own = await requireMembership(ctx, row.id, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION");
  const where = { organisationId: row.id, projectId: ctx.project.id };
  const [members, invitations] = await Promise.all([
    ctx.db.userOrganisationMember.findMany({
      where,
      include: MEMBER_WITH_USER,
      orderBy: oldestFirst,
      take: membersLimit,
    }),
    ctx.db.userOrganisationInvitation.findMany({
      where: { ...where, role: { in: invitableBy(own.role) } },
      orderBy: { createdAt: "desc" },
      take: DEFAULT_MEMBERS,
    }),
  ]);
  return { ...toOrganization(row), members: members.map(toMember), invitations: invitations.map(toInvitation) };
}
