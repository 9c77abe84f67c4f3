import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type Invitation, toInvitation } from "./resource";

/** Returns the invitations of an organisation that wait to be accepted, newest first. */
export async function listInvitations(ctx: Context, input: { organisationId: string }): Promise<Invitation[]> {
  requireMemberPermission(ctx, input.organisationId, "members:write");
  const rows = await ctx.db.invitation.findMany({
    where: { organisationId: input.organisationId, expiresAt: { gt: ctx.clock.now() } },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  return rows.map(toInvitation);
}
