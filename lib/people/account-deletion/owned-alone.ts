import type { Context } from "@/lib/core/context";

export interface OwnedAlone {
  id: string;
  name: string;
  /** An organisation without other members, databases and projects can be deleted with its owner. */
  isEmpty: boolean;
}

/** Returns the organisations whose only owner is the account. */
export async function findOwnedAlone(ctx: Context, userId: string): Promise<OwnedAlone[]> {
  const rows = await ctx.db.organisation.findMany({
    where: {
      members: { some: { userId, role: "owner" } },
      NOT: { members: { some: { userId: { not: userId }, role: "owner" } } },
    },
    orderBy: { id: "asc" },
    select: {
      id: true,
      name: true,
      _count: { select: { members: true, databases: true, projects: { where: { deletedAt: null } } } },
    },
  });
  return rows.map(({ id, name, _count: { members, databases, projects } }) => {
    return { id, name, isEmpty: members === 1 && databases === 0 && projects === 0 };
  });
}
