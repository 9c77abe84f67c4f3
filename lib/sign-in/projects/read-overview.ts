import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { countUsersUpTo } from "./count-users";
import { getProjectInOrganisation } from "./in-organisation";
import type { ProjectOverview } from "./resource";

/** So many of a project's latest events are looked at for sign-ins. */
const LATEST_EVENTS = 1_000;
const SHOWN = 8;

interface ReadProjectOverviewInput {
  organisationId: string;
  projectId: string;
}

/** Returns the use of a project, and its latest users. Throws `project_not_found`. */
export async function readProjectOverview(ctx: Context, input: ReadProjectOverviewInput): Promise<ProjectOverview> {
  requireMemberPermission(ctx, input.organisationId, "users:read");
  const { id: projectId } = await getProjectInOrganisation(ctx, input.organisationId, input.projectId);
  const now = ctx.clock.now();
  const [counted, keys, signIns] = await Promise.all([
    countUsersUpTo(ctx, projectId),
    ctx.db.projectKey.count({
      where: { projectId, kind: "public", revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    }),
    findSignIns(ctx, projectId),
  ]);
  return {
    ...counted,
    publicKeys: keys,
    signIns: signIns.map(({ at, ...signIn }) => ({ ...signIn, at: at.toISOString() })),
  };
}

interface SignInRow {
  id: string;
  email: string | null;
  name: string | null;
  how: string | null;
  at: Date;
}

function findSignIns({ db }: Context, projectId: string): Promise<SignInRow[]> {
  return db.$queryRaw<SignInRow[]>`
    select e.id, u.email, u.name, e.created_at as at,
      case e.kind when 'user.sign_up' then 'sign-up'
        when 'session.second_factor' then e.data ->> 'firstFactor' else e.data ->> 'factor' end as how
    from (
      select id, user_id, kind, outcome, data, created_at from security_event
      where project_id = ${projectId} order by created_at desc limit ${LATEST_EVENTS}) as e
    left join end_user u on u.id = e.user_id and u.project_id = ${projectId}
    where e.kind in ('session.sign_in', 'session.second_factor', 'user.sign_up') and e.outcome = 'accepted'
    order by e.created_at desc, e.id desc limit ${SHOWN}`;
}
