import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { requireActiveProject } from "../project-keys/authorise";
import { getUserInProject, WRITE_USERS } from "../users/user-address";
import { insertMember } from "./internal";
import { getMemberInProject, getOrganisationInProject, type OrganisationAddress } from "./owned-organisation";
import { recordByOwner } from "./record-by-owner";
import { type OrganizationMember, toMember } from "./resource";
import { ORGANISATION_ROLES } from "./roles";

export const OwnerRole = z.enum(ORGANISATION_ROLES).meta({
  example: "member",
  form: { label: "Role", choices: { owner: "Owner", admin: "Admin", member: "Member" }, fault: "Choose a role." },
});

export const AddMemberByOwnerInput = z.strictObject({
  userId: z.string().max(64).meta({ example: "usr_4k9x2m7q1w8e5r3t6y0u" }),
  role: OwnerRole,
});

/**
 * Adds a user to an organisation without an invitation, regardless of its limit. Throws `organization_not_found`,
 * `user_not_found`, and `conflict` for a user who is a member already.
 */
export async function addMemberByOwner(
  ctx: Context,
  { projectId, userOrganisationId, userId, role }: z.infer<typeof AddMemberByOwnerInput> & OrganisationAddress,
): Promise<OrganizationMember> {
  const { organisationId } = await requireActiveProject(ctx, projectId, WRITE_USERS);
  const address = { projectId, userOrganisationId };
  try {
    return await withTransaction(ctx, async (tx) => {
      const { slug } = await getOrganisationInProject(tx, address);
      await getUserInProject(tx, { projectId, userId });
      const { id: memberId } = await insertMember(tx, { projectId, organisationId: userOrganisationId, userId, role });
      const data = { role, slug };
      await recordByOwner(tx, "organization.member_add", { organisationId, ...address, userId, data });
      return toMember(await getMemberInProject(tx, { ...address, memberId }));
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new ServiceError("conflict", "The user is a member already.") : error;
  }
}
