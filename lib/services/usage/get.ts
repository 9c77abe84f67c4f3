import type { Context } from "@/lib/core/context";
import { projectNotFound } from "@/lib/core/not-found";
import { planLimits } from "@/lib/core/plans";
import { requireProject } from "@/lib/sign-in/project-keys/authorise";
import type { Metric } from "./metrics";
import type { ProjectUsage } from "./resource";
import { storageFiguresOf } from "./storage-figures";
import { type UsageWindow, type UsageWindowInput, usageWindowOf } from "./window";

export const READ_USAGE = { scope: "read", permission: "projects:read" } as const;

interface Sum {
  metric: Metric;
  name: string;
  count: number;
  amount: number;
}

/**
 * Returns the usage of a project in a period, by default this month. Figures are at most ten seconds old. Throws
 * `project_not_found`, and `invalid_request` for a period that is empty, in the future or too long ago.
 */
export async function getProjectUsage(
  ctx: Context,
  { projectId, ...asked }: UsageWindowInput & { projectId: string },
): Promise<ProjectUsage> {
  await requireProject(ctx, projectId, READ_USAGE);
  const window = usageWindowOf(asked, ctx.clock.now());
  const project = await ctx.db.project.findUnique({ where: { id: projectId }, select: { tier: true } });
  if (!project) throw projectNotFound();
  const [sums, storage] = await Promise.all([
    readSums(ctx, projectId, window),
    storageFiguresOf(ctx, { projectId, tier: project.tier }),
  ]);
  const total = (metric: Metric, field: "count" | "amount") =>
    sums.filter((sum) => sum.metric === metric).reduce((all, sum) => all + sum[field], 0);
  return {
    ...{ projectId, from: window.from.toISOString(), until: window.until.toISOString() },
    invocationCount: total("invocation", "count"),
    totalDurationMs: total("invocation", "amount"),
    errorCount: total("invocation-error", "count"),
    byFunction: sums
      .filter(({ metric }) => metric === "invocation")
      .map(({ name, count, amount }) => ({ name, invocationCount: count, totalDurationMs: amount })),
    storage,
    realtime: {
      connectionSeconds: total("connection", "amount"),
      limit: planLimits(project.tier).connectionSeconds,
    },
    egressBytes: total("egress", "amount"),
  };
}

function readSums(ctx: Context, projectId: string, { from, until }: UsageWindow): Promise<Sum[]> {
  return ctx.db.$queryRaw<Sum[]>`
    select metric, name, sum(count)::float8 as count, sum(amount)::float8 as amount
    from usage_hour where project_id = ${projectId} and hour >= ${from} and hour < ${until}
    group by metric, name order by metric, name`;
}
