import { hasPermission, isRole } from "@/lib/core/access/permissions";
import type { Actor, Context, MemberAddress } from "@/lib/core/context";

/** Returns the member as whom a run goes on, with the role of this moment; `null` once they may no longer change data. */
export async function findRunActor(ctx: Context, { organisationId, memberId }: MemberAddress): Promise<Actor | null> {
  const member = await ctx.db.member.findFirst({
    where: { id: memberId, organisationId, user: { bannedAt: null } },
    select: { role: true },
  });
  if (!member || !isRole(member.role) || !hasPermission(member.role, "data:write")) return null;
  return { kind: "member", id: memberId, organisationId, role: member.role };
}
