import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { getProjectInOrganisation } from "../../projects/in-organisation";
import { attemptsOf } from "./attempts";
import { HOUR_MS, startOfHour } from "./hours";
import { SIGN_IN_RANGES, type SignInRange } from "./ranges";
import type { SignInCounts, SignInOutcome, SignInSeries } from "./resource";

interface ListSignInCountsInput {
  organisationId: string;
  projectId: string;
  range: SignInRange;
}

/** Returns how often sign-ins were tried, by outcome and method, until this moment. Throws `project_not_found`. */
export async function listSignInCounts(ctx: Context, input: ListSignInCountsInput): Promise<SignInCounts> {
  requireMemberPermission(ctx, input.organisationId, "users:read");
  const { id: projectId } = await getProjectInOrganisation(ctx, input.organisationId, input.projectId);
  const { points, hours } = SIGN_IN_RANGES[input.range];
  const until = startOfHour(ctx.clock.now().getTime()).getTime() + HOUR_MS;
  const since = until - points * hours * HOUR_MS;
  const period = { projectId, since: new Date(since), until: new Date(until), hours };
  const series = new Map<string, SignInSeries>();
  for (const { interval, outcome, method, attempts } of await readIntervals(ctx, period)) {
    const key = `${outcome} ${method}`;
    const known = series.get(key) ?? { outcome, method, attempts: new Array<number>(points).fill(0) };
    known.attempts[interval] = attempts;
    series.set(key, known);
  }
  const moments = Array.from({ length: points }, (_, place) => new Date(since + place * hours * HOUR_MS).toISOString());
  return { range: input.range, moments, series: [...series.values()] };
}

interface Interval {
  /** The number of the interval, from 0. */
  interval: number;
  outcome: SignInOutcome;
  method: string;
  attempts: number;
}

/** Returns the counts of the hours until the last count, and counts those after it now. */
function readIntervals(
  ctx: Context,
  { projectId, since, until, hours }: { projectId: string; since: Date; until: Date; hours: number },
): Promise<Interval[]> {
  const uncounted = attemptsOf({
    projectId: Prisma.sql`${projectId}`,
    since: Prisma.sql`(
      select greatest(max(hour) + interval '1 hour', ${since}) from sign_in_count where project_id = ${projectId})`,
    until: Prisma.sql`${until}`,
  });
  return ctx.db.$queryRaw<Interval[]>`
    select floor(extract(epoch from hour - ${since}) / 3600 / ${hours}::int)::int as interval, outcome, method,
      sum(attempts)::int as attempts
    from (
      select hour, outcome, method, attempts from sign_in_count
      where project_id = ${projectId} and hour >= ${since} and hour < ${until}
      union all ${uncounted}) as hours
    group by 1, 2, 3 order by 2, 3, 1`;
}
