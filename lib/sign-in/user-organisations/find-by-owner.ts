import type { Context } from "@/lib/core/context";
import { isId } from "@/lib/core/ids";
import { userOrganisationMemberNotFound, userOrganisationNotFound } from "@/lib/core/not-found";
import { requireProject } from "../project-keys/authorise";
import { findUserByOwner } from "../users/find-by-owner";
import { READ_USERS } from "../users/user-address";
import type { MemberAddress, OrganisationAddress } from "./owned-organisation";

/** Returns the organisation of users with this id or slug. Throws `project_not_found`, `organization_not_found`. */
export async function findOrganisationByOwner(
  ctx: Context,
  { projectId }: { projectId: string },
  idOrSlug: string,
): Promise<OrganisationAddress> {
  await requireProject(ctx, projectId, READ_USERS);
  const one = isId("userOrganisation", idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug };
  const row = await ctx.db.userOrganisation.findFirst({ where: { ...one, projectId }, select: { id: true } });
  if (!row) throw userOrganisationNotFound();
  return { projectId, userOrganisationId: row.id };
}

/** Returns the member whose user has this id or email address. Throws `organization_member_not_found`. */
export async function findMemberByOwner(
  ctx: Context,
  address: OrganisationAddress,
  idOrEmail: string,
): Promise<MemberAddress> {
  const { projectId, userOrganisationId: organisationId } = address;
  const { userId } = await findUserByOwner(ctx, { projectId }, idOrEmail);
  const where = { organisationId, userId, projectId };
  const row = await ctx.db.userOrganisationMember.findFirst({ where, select: { id: true } });
  if (!row) throw userOrganisationMemberNotFound();
  return { ...address, memberId: row.id };
}
