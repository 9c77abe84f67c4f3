import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { OrganisationId, SsoConnectionId } from "@/lib/core/id-schemas";
import { getConnection, lockConnection } from "@/lib/sign-in/sso/connections/address";
import { connectionOf } from "./owner";
import { JOINING_ROLES, type JoiningRole } from "./resource";

export const SetMemberRoleInput = z.object({
  organisationId: OrganisationId,
  connectionId: SsoConnectionId,
  role: z.enum(JOINING_ROLES),
});
type SetMemberRoleInput = z.infer<typeof SetMemberRoleInput>;
type Address = Omit<SetMemberRoleInput, "role">;

/** Returns the role of people who become members by a connection. Throws `sso_connection_not_found`. */
export async function showMemberRole(ctx: Context, address: Address): Promise<JoiningRole> {
  requireMemberPermission(ctx, address.organisationId, "projects:read");
  const { memberRole } = await getConnection(ctx, await connectionOf(ctx, address));
  return JOINING_ROLES.find((role) => role === memberRole) ?? "viewer";
}

/** Sets the role of people who become members by a connection from now on. Throws `sso_connection_not_found`. */
export async function setMemberRole(ctx: Context, { role, ...address }: SetMemberRoleInput): Promise<void> {
  const { organisationId, connectionId } = address;
  requireMemberPermission(ctx, organisationId, "sso:write");
  const of = await connectionOf(ctx, address);
  await withTransaction(ctx, async (tx) => {
    const before = await lockConnection(tx, of);
    if (before.memberRole === role) return;
    const where = { id: connectionId, organisationId };
    await tx.db.ssoConnection.updateMany({ where, data: { memberRole: role, updatedAt: tx.clock.now() } });
    const data = { name: before.name, from: before.memberRole, to: role };
    const action = "sso_connection.set_member_role";
    await recordAudit(tx, { organisationId, action, targetId: connectionId, data });
  });
}
