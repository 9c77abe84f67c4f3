import { organisationNotFound, requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type ListedMember, toMember } from "./resource";

/** Returns the members of an organisation, sorted by address. Throws `not_found` for an unknown organisation. */
export async function listMembers(ctx: Context, input: { organisationId: string }): Promise<ListedMember[]> {
  requireMemberPermission(ctx, input.organisationId, "databases:read");
  const organisation = await ctx.db.organisation.findUnique({
    where: { id: input.organisationId },
    select: {
      members: {
        orderBy: [{ user: { email: "asc" } }, { id: "asc" }],
        include: { user: { select: { email: true, name: true, twoFactorEnabled: true } } },
      },
    },
  });
  if (!organisation) throw organisationNotFound();
  return organisation.members.map((row) => ({
    ...toMember(row),
    lastActiveAt: row.lastActiveAt?.toISOString() ?? null,
    hasTwoFactor: row.user.twoFactorEnabled,
  }));
}
