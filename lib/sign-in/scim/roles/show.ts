import type { Context } from "@/lib/core/context";
import { requireProject } from "../../project-keys/authorise";
import { type ConnectionAddress, getConnection, READ_SSO } from "../../sso/connections/address";
import type { ScimRoles } from "./resource";

const MOST_GROUPS = 1_000;

/** Throws `sso_connection_not_found`. */
export async function showScimRoles(ctx: Context, address: ConnectionAddress): Promise<ScimRoles> {
  await requireProject(ctx, address.projectId, READ_SSO);
  return readScimRoles(ctx, address);
}

export async function readScimRoles(ctx: Context, address: ConnectionAddress): Promise<ScimRoles> {
  const { userOrganisationId } = await getConnection(ctx, address);
  const { connectionId } = address;
  const rows = await ctx.db.scimRole.findMany({ where: { connectionId }, orderBy: { groupName: "asc" } });
  const groups = await ctx.db.scimGroup.findMany({
    where: { connectionId },
    select: { displayName: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MOST_GROUPS,
  });
  return {
    organizationId: userOrganisationId,
    // A check constraint limits the column to these values.
    roles: rows.map(({ groupName, role }) => ({ group: groupName, role: role as "admin" | "member" })),
    groups: groups.map(({ displayName }) => displayName),
  };
}
