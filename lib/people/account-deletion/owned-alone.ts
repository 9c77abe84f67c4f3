import type { Context } from "@/lib/core/context";

export interface OwnedAlone {
  id: string;
  name: string;
  /** No other member, no database and no project: it can go with its owner. */
  isEmpty: boolean;
}

/** The organisations whose only owner the account is. */
export async function findOwnedAlone(ctx: Context, userId: string): Promise<OwnedAlone[]> {
  const rows = await ctx.db.organisation.findMany({
    where: {
      members: { some: { userId, role: "owner" } },
      NOT: { members: { some: { userId: { not: userId }, role: "owner" } } },
    },
    orderBy: { id: "asc" },
    select: { id: true, name: true, _count: { select: { members: true, databases: true, projects: true } } },
  });
  return rows.map(({ id, name, _count: { members, databases, projects } }) => {
    return { id, name, isEmpty: members === 1 && databases === 0 && projects === 0 };
  });
}
