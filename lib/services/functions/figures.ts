import { READ_FUNCTIONS, requireFunctions } from "./access";
import type { FunctionContext } from "./context";
import type { FunctionFigures } from "./resource";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The most invocations that are looked at: where there are more, the latest stand for the day. */
const MOST_INVOCATIONS = 10_000;

/**
 * Returns how often each function of a project was called and failed in the last 24 hours, counted by the hour, and how
 * long 95 % of its latest invocations took at most (docs/decisions/102).
 */
export async function readFunctionFigures(
  ctx: FunctionContext,
  { projectId }: { projectId: string },
): Promise<Map<string, FunctionFigures>> {
  await requireFunctions(ctx, projectId, READ_FUNCTIONS);
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const firstHour = new Date(Math.ceil(since.getTime() / HOUR_MS) * HOUR_MS);
  const rows = await ctx.db.$queryRaw<(FunctionFigures & { name: string })[]>`
    select f.name, coalesce(u.invocations, 0)::int as "invocationCount", coalesce(u.errors, 0)::int as "errorCount",
      d.p95 as "p95Ms"
    from function f
    left join (
      select name, sum(count) filter (where metric = 'invocation') as invocations,
        sum(count) filter (where metric = 'invocation-error') as errors
      from usage_hour where project_id = ${projectId} and hour >= ${firstHour}
        and metric in ('invocation', 'invocation-error')
      group by name
    ) u on u.name = f.name
    cross join lateral (
      select round(percentile_cont(0.95) within group (order by l.duration_ms))::int as p95
      from (
        select at, duration_ms from function_log
        where function_id = f.id and kind = 'invocation' order by id desc limit ${MOST_INVOCATIONS}
      ) l
      where l.at >= ${since}
    ) d
    where f.project_id = ${projectId}`;
  return new Map(rows.map(({ name, ...figures }) => [name, figures]));
}
