import type { Context } from "@/lib/core/context";
import { requireProject } from "../project-keys/authorise";
import { READ_USERS } from "../users/user-address";
import { getOrganisationInProject, type OrganisationAddress, toOwnedOrganization } from "./owned-organisation";
import { type OwnedOrganizationDetails, toInvitation } from "./resource";

const MAX_INVITATIONS = 100;

/** Returns an organisation of users with its pending invitations. Throws `organization_not_found`. */
export async function showOrganisationByOwner(
  ctx: Context,
  address: OrganisationAddress,
): Promise<OwnedOrganizationDetails> {
  const { projectId, userOrganisationId } = address;
  await requireProject(ctx, projectId, READ_USERS);
  const row = await getOrganisationInProject(ctx, address);
  const invitations = await ctx.db.userOrganisationInvitation.findMany({
    where: { organisationId: userOrganisationId, projectId, status: "pending", expiresAt: { gt: ctx.clock.now() } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_INVITATIONS,
  });
  return { ...toOwnedOrganization(row), invitations: invitations.map(toInvitation) };
}
