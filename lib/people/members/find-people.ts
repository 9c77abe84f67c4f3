import type { Context } from "@/lib/core/context";
import type { Person } from "./resource";

/** Returns the names and current addresses of actors; an actor who is not a member has none. */
export async function findPeople(ctx: Context, actorIds: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const members = await ctx.db.member.findMany({
    where: { id: { in: [...new Set(actorIds)] } },
    select: { id: true, user: { select: { email: true, name: true } } },
  });
  return new Map(members.map(({ id, user }) => [id, user]));
}
