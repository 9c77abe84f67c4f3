import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireActiveProject, requireProject } from "../project-keys/authorise";
import { WRITE_USERS } from "../users/user-address";
import { OwnerRole } from "./add-member-by-owner";
import { countOwners, deleteMembership } from "./internal";
import { lockOrganisation } from "./membership";
import { getMemberInProject, lastOwner, type MemberAddress } from "./owned-organisation";
import { recordByOwner } from "./record-by-owner";
import { type OrganizationMember, toMember } from "./resource";

export const ChangeMemberByOwnerInput = z.strictObject({ role: OwnerRole });

/** Changes a member's role. Throws `organization_member_not_found`, and `conflict` for the last owner. */
export async function changeMemberByOwner(
  ctx: Context,
  { role, ...address }: z.infer<typeof ChangeMemberByOwnerInput> & MemberAddress,
): Promise<OrganizationMember> {
  const { projectId, userOrganisationId, memberId } = address;
  const { organisationId } = await requireActiveProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    const member = await lockMember(tx, address, role === "owner");
    await tx.db.userOrganisationMember.updateMany({ where: { id: memberId, projectId }, data: { role } });
    const { userId } = member;
    const change = { organisationId, projectId, userOrganisationId, userId, data: { role } };
    await recordByOwner(tx, "organization.member_role", change);
    return toMember({ ...member, role });
  });
}

/** Removes a member. Throws `organization_member_not_found`, and `conflict` for the last owner. */
export async function removeMemberByOwner(ctx: Context, address: MemberAddress): Promise<OrganizationMember> {
  const { projectId, userOrganisationId } = address;
  const { organisationId } = await requireProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    const member = await lockMember(tx, address, false);
    const { userId } = member;
    await deleteMembership(tx, { projectId, organisationId: userOrganisationId, userId });
    const change = { organisationId, projectId, userOrganisationId, userId };
    await recordByOwner(tx, "organization.member_remove", change);
    return toMember(member);
  });
}

async function lockMember(tx: Context, address: MemberAddress, staysOwner: boolean) {
  const { projectId, userOrganisationId } = address;
  await lockOrganisation(tx, projectId, userOrganisationId);
  const member = await getMemberInProject(tx, address);
  const isLast = member.role === "owner" && !staysOwner && (await countOwners(tx, userOrganisationId)) <= 1;
  if (isLast) throw lastOwner();
  return member;
}
