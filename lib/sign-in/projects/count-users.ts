import type { Context } from "@/lib/core/context";

const MOST = 10_000;

/** The number of a project's users; counting ends at a maximum. */
export interface UserCount {
  users: number;
  hasMoreUsers: boolean;
}

export async function countUsersUpTo({ db }: Context, projectId: string): Promise<UserCount> {
  const [{ users }] = await db.$queryRaw<[{ users: number }]>`
    select count(*)::int as users from (
      select from end_user where project_id = ${projectId} limit ${MOST + 1}) as counted`;
  return { users: Math.min(users, MOST), hasMoreUsers: users > MOST };
}
