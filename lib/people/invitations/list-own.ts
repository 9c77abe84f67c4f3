import { requireUser } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type Invitation, toInvitation } from "./resource";

export interface OwnInvitation extends Invitation {
  organisationName: string;
}

/** Returns nothing while the account's address is not proven, since it may be somebody else's. */
export async function listOwnInvitations(ctx: Context): Promise<OwnInvitation[]> {
  const userId = requireUser(ctx);
  const user = await ctx.db.user.findFirst({ where: { id: userId, emailVerified: true }, select: { email: true } });
  if (!user) return [];
  const rows = await ctx.db.invitation.findMany({
    where: { email: user.email, expiresAt: { gt: ctx.clock.now() } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: { organisation: { select: { name: true } } },
  });
  return rows.map((row) => ({ ...toInvitation(row), organisationName: row.organisation.name }));
}
