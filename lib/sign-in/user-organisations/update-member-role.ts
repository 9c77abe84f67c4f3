import { z } from "zod";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { OptionalOrganisationId, OrganisationItemId, RoleInput } from "./fields";
import { countOwners } from "./internal";
import { changeOrganisation, organisationIdOf, recordOrganisationEvent } from "./membership";
import { MEMBER_WITH_USER, type OrganizationMember, toMember } from "./resource";
import { isAllowed, readRole } from "./roles";

export const UpdateMemberRoleInput = z.object({
  memberId: OrganisationItemId.meta({ example: "umem_4k9x2m7q1w8e5r3t6y0u" }),
  role: RoleInput,
  organizationId: OptionalOrganisationId,
});

/**
 * Changes a member's role. Only an owner makes owners or changes one. Throws `MEMBER_NOT_FOUND`, `ROLE_NOT_FOUND`,
 * `YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER`, `YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER`.
 */
export function updateMemberRole(
  ctx: SignedInContext,
  { memberId, role: given, organizationId }: z.infer<typeof UpdateMemberRoleInput>,
): Promise<OrganizationMember> {
  const organisationId = organisationIdOf(ctx, organizationId, "NO_ACTIVE_ORGANIZATION");
  return changeOrganisation(ctx, organisationId, "MEMBER_NOT_FOUND", async (tx, own) => {
    const where = { id: memberId, organisationId, projectId: tx.project.id };
    const member = await tx.db.userOrganisationMember.findFirst({ where, include: MEMBER_WITH_USER });
    if (!member) throw new SignInError("MEMBER_NOT_FOUND");
    const role = readRole(given);
    const isOwnerAtStake = member.role === "owner" || role === "owner";
    if (!isAllowed(own.role, { member: ["update"] }) || (isOwnerAtStake && own.role !== "owner")) {
      throw new SignInError("YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER");
    }
    if (member.role === "owner" && role !== "owner" && (await countOwners(tx, organisationId)) <= 1) {
      throw new SignInError("YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER");
    }
    await tx.db.userOrganisationMember.updateMany({ where, data: { role } });
    const data = { memberUserId: member.userId, role };
    await recordOrganisationEvent(tx, "organization.member_role", organisationId, data);
    return toMember({ ...member, role });
  });
}
