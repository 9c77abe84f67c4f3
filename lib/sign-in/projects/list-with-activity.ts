import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type ProjectWithActivity, toProject } from "./resource";

/** Counting ends here, so that a project of a million users is listed as quickly as the others. */
const MOST_USERS = 10_000;
/** So many of a project's latest events are looked at for a sign-in. */
const LATEST_EVENTS = 1_000;

export const ListProjectsInput = z.object({
  organisationId: z.string(),
  /** The list has only projects whose names contain this. */
  search: z.string().trim().max(64).default(""),
});
type ListProjectsInput = z.infer<typeof ListProjectsInput>;

interface Row {
  id: string;
  organisationId: string;
  name: string;
  status: string;
  createdAt: Date;
  origins: string[];
  users: number;
  lastSignInAt: Date | null;
}

/** Returns an organisation's projects in the order of their names, with how much each is used. */
export async function listProjectsWithActivity(
  ctx: Context,
  { organisationId, search }: ListProjectsInput,
): Promise<ProjectWithActivity[]> {
  requireMemberPermission(ctx, organisationId, "projects:read");
  const rows = await ctx.db.$queryRaw<Row[]>`
    select p.id, p.organisation_id as "organisationId", p.name, p.status, p.created_at as "createdAt",
      coalesce(p.settings -> 'allowedOrigins', '[]') as origins,
      (select count(*)::int from (
        select from end_user u where u.project_id = p.id limit ${MOST_USERS + 1}) as counted) as users,
      (select max(e.created_at) from (
        select kind, outcome, created_at from security_event
        where project_id = p.id order by created_at desc limit ${LATEST_EVENTS}) as e
        where e.kind in ('session.sign_in', 'session.second_factor', 'user.sign_up') and e.outcome = 'accepted') as "lastSignInAt"
    from project p
    where p.organisation_id = ${organisationId} and p.deleted_at is null
      and strpos(lower(p.name), lower(${search})) > 0
    order by lower(p.name), p.id`;
  return rows.map(({ origins, users, lastSignInAt, ...row }) => ({
    ...toProject(row),
    origins,
    users: Math.min(users, MOST_USERS),
    hasMoreUsers: users > MOST_USERS,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  }));
}
