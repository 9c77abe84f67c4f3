import type { Context } from "@/lib/core/context";
import { requireProject } from "@/lib/sign-in/project-keys/authorise";
import { READ_USAGE } from "./get";
import { DAY_MS, type Metric } from "./metrics";
import { type UsageWindowInput, usageWindowOf } from "./window";

/** The counts of each day of a period, in UTC: how often, and the sum in the metric's unit. */
export type UsageDays = Record<Metric, { counts: number[]; amounts: number[] }>;

interface Row {
  day: number;
  metric: Metric;
  count: number;
  amount: number;
}

/** Returns the usage of a project day by day. Throws the errors of `getProjectUsage`. */
export async function listUsageDays(
  ctx: Context,
  { projectId, ...asked }: UsageWindowInput & { projectId: string },
): Promise<UsageDays> {
  await requireProject(ctx, projectId, READ_USAGE);
  const { from, until } = usageWindowOf(asked, ctx.clock.now());
  const days = Math.ceil((until.getTime() - from.getTime()) / DAY_MS);
  const rows = await ctx.db.$queryRaw<Row[]>`
    select floor(extract(epoch from hour - ${from}) / 86400)::int as day, metric,
      sum(count)::float8 as count, sum(amount)::float8 as amount
    from usage_hour where project_id = ${projectId} and hour >= ${from} and hour < ${until}
    group by 1, 2 order by 1, 2`;
  const none = () => ({ counts: new Array<number>(days).fill(0), amounts: new Array<number>(days).fill(0) });
  const sums: UsageDays = {
    ...{ invocation: none(), "invocation-error": none() },
    ...{ connection: none(), egress: none(), broadcast: none() },
  };
  for (const { day, metric, count, amount } of rows) {
    sums[metric].counts[day] = count;
    sums[metric].amounts[day] = amount;
  }
  return sums;
}
