import type { Context } from "@/lib/core/context";
import { READ_SSO } from "./address";
import { type ConnectionOwner, requireConnectionOwner } from "./authorise";
import { problemsOf } from "./problems";
import { type ListedSsoConnection, toSsoConnection, WITH_DOMAINS } from "./resource";

/** Returns a project's or an organisation's connections with their use, oldest first. */
export async function listSsoConnectionsWithActivity(
  ctx: Context,
  { projectId, ofOrganisation: organisationId = null }: ConnectionOwner,
): Promise<ListedSsoConnection[]> {
  await requireConnectionOwner(ctx, { projectId, ofOrganisation: organisationId }, READ_SSO);
  const rows = await ctx.db.ssoConnection.findMany({
    where: { projectId, organisationId },
    include: WITH_DOMAINS,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const activity = await readActivity(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const connection = toSsoConnection(ctx, row);
    const { lastSignInAt = null, users = 0 } = activity.get(row.id) ?? {};
    return {
      ...connection,
      ...{ users, lastSignInAt: lastSignInAt?.toISOString() ?? null },
      problems: problemsOf(connection, ctx.clock.now()),
    };
  });
}

interface Activity {
  id: string;
  lastSignInAt: Date | null;
  users: number;
}

/** Each connection's newest sign-in is the end of a range of the events' index by method. */
async function readActivity(ctx: Context, ids: readonly string[]): Promise<Map<string, Activity>> {
  const rows = await ctx.db.$queryRaw<Activity[]>`
    select c.id, last.created_at as "lastSignInAt",
      (select count(*)::int from user_account a where a.project_id = c.project_id and a.provider_id = c.id) as users
    from sso_connection c left join lateral (
      select e.created_at from security_event e
      where e.project_id = c.project_id and coalesce(e.data ->> 'factor', e.data ->> 'provider') = c.id
        and e.kind = 'session.sign_in' and e.outcome = 'accepted'
      order by e.created_at desc, e.id desc limit 1
    ) as last on true
    where c.id = any (${ids})`;
  return new Map(rows.map((row) => [row.id, row]));
}
