import type { Context } from "@/lib/core/context";

/** Returns the current addresses of actors; an actor who is not a member has none. */
export async function findEmails(ctx: Context, actorIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const members = await ctx.db.member.findMany({
    where: { id: { in: [...new Set(actorIds)] } },
    select: { id: true, user: { select: { email: true } } },
  });
  return new Map(members.map(({ id, user }) => [id, user.email]));
}
