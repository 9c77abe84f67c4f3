import { organisationNotFound, requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type Member, toMember, WITH_EMAIL } from "./resource";

/** Returns the members of an organisation, sorted by address. Throws `not_found` for an unknown organisation. */
export async function listMembers(ctx: Context, input: { organisationId: string }): Promise<Member[]> {
  requireMemberPermission(ctx, input.organisationId, "databases:read");
  const organisation = await ctx.db.organisation.findUnique({
    where: { id: input.organisationId },
    select: { members: { orderBy: [{ user: { email: "asc" } }, { id: "asc" }], include: WITH_EMAIL } },
  });
  if (!organisation) throw organisationNotFound();
  return organisation.members.map(toMember);
}
