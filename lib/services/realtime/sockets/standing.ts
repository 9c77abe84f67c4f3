import type { Context } from "@/lib/core/context";
import { planLimits } from "@/lib/core/plans";
import { RealtimeSettings, type TopicRule } from "@/lib/sign-in/projects/realtime-settings";
import { startOfMonth } from "../../usage/window";

/** The facts that decide over a project's sockets, besides their owners. */
export interface ProjectStanding {
  isActive: boolean;
  tier: string;
  rules: readonly TopicRule[];
}

interface Row {
  id: string;
  status: string;
  tier: string;
  realtime: unknown;
}

/** Returns the standings of projects by id, in one statement; deleted ones are missing. */
export async function readStandings(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, ProjectStanding>> {
  const rows = await ctx.db.$queryRaw<Row[]>`
    select id, status, tier, settings -> 'realtime' as realtime
    from project where id = any (${projectIds}::text[]) and deleted_at is null order by id`;
  return new Map(rows.map(({ id, status, tier, realtime }) => [id, toStanding({ status, tier, realtime })]));
}

function toStanding({ status, tier, realtime }: Omit<Row, "id">): ProjectStanding {
  const settings = RealtimeSettings.safeParse(realtime ?? {});
  return { isActive: status === "active", tier, rules: settings.success ? settings.data.topics : [] };
}

interface Used {
  id: string;
  tier: string;
  seconds: number;
}

/** Returns which of the projects have used up their connection seconds of this month (UTC), in one statement. */
export async function findUsedUp(ctx: Context, projectIds: readonly string[]): Promise<Set<string>> {
  const since = new Date(startOfMonth(ctx.clock.now()));
  const rows = await ctx.db.$queryRaw<Used[]>`
    select project.id, project.tier, coalesce(sum(used.amount), 0)::float8 as seconds
    from project left join usage_hour used
      on used.project_id = project.id and used.metric = 'connection' and used.hour >= ${since}
    where project.id = any (${projectIds}::text[])
    group by project.id order by project.id`;
  const isUsedUp = ({ tier, seconds }: Used) => seconds >= planLimits(tier).connectionSeconds;
  return new Set(rows.filter(isUsedUp).map(({ id }) => id));
}
