import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { oneLineName } from "@/lib/core/names";
import { requireActiveProject } from "../../project-keys/authorise";
import { type ConnectionAddress, lockConnection, WRITE_SSO } from "../../sso/connections/address";
import { getOrganisationInProject } from "../../user-organisations/owned-organisation";
import type { ScimRoles } from "./resource";
import { readScimRoles } from "./show";
import { type RoleContext, removeMembers, syncRoles } from "./sync";

export const ScimRoleInput = z.strictObject({
  group: oneLineName(256).meta({
    description: "The name of a group, in any case.",
    example: "App admins",
    form: { label: "Group", note: "", placeholder: "App admins", maxLength: 256, fault: "Enter the name of a group." },
  }),
  role: z.enum(["admin", "member"]),
});

export const SetScimRolesInput = z.strictObject({
  organizationId: z.string().max(64).nullable().meta({ example: "uorg_4k9x2m7q1w8e5r3t6y0u" }),
  roles: z.array(ScimRoleInput).max(100).meta({ description: "All of them: they replace those before." }),
});

/**
 * Sets which groups of a directory have which role, and gives the users who are in them their roles at once. Throws
 * `sso_connection_not_found`, `organization_not_found`, `project_suspended`, and `conflict` for a group named twice.
 */
export async function setScimRoles(
  ctx: Context,
  { organizationId, roles, ...address }: ConnectionAddress & z.infer<typeof SetScimRolesInput>,
): Promise<ScimRoles> {
  const { projectId, connectionId } = address;
  const { organisationId } = await requireActiveProject(ctx, projectId, WRITE_SSO);
  const data = roles.map(({ group, role }) => ({ connectionId, groupName: group, role }));
  if (new Set(data.map(({ groupName }) => groupName.toLowerCase())).size < data.length) {
    throw new ServiceError("conflict", "A group has two roles. Name it once.");
  }
  return withTransaction(ctx, async (tx) => {
    const { userOrganisationId: before } = await lockConnection(tx, address);
    if (organizationId !== null) {
      await getOrganisationInProject(tx, { projectId, userOrganisationId: organizationId });
    }
    await tx.db.scimRole.deleteMany({ where: { connectionId } });
    await tx.db.scimRole.createMany({ data });
    const where = { id: connectionId, projectId };
    await tx.db.ssoConnection.updateMany({ where, data: { userOrganisationId: organizationId } });
    const connection = { id: connectionId, projectId, organisationId, userOrganisationId: organizationId };
    const syncing: RoleContext = { ...tx, connection };
    if (before !== null && before !== organizationId) await leaveOrganisation(syncing, before);
    await syncRoles(syncing, null);
    const told = {
      projectId,
      organization: organizationId,
      roles: data.map(({ groupName, role }) => `${groupName}: ${role}`),
    };
    await recordAudit(tx, { organisationId, action: "scim_roles.set", targetId: connectionId, data: told });
    return readScimRoles(tx, address);
  });
}

async function leaveOrganisation(tx: RoleContext, userOrganisationId: string): Promise<void> {
  const where = { organisationId: userOrganisationId, managedBy: tx.connection.id, role: { not: "owner" } };
  const members = await tx.db.userOrganisationMember.findMany({ where, select: { userId: true } });
  await removeMembers(
    tx,
    userOrganisationId,
    members.map(({ userId }) => userId),
  );
}
