import type { ConnectionRegistry } from "./connection-registry";
import type { RealtimeContext } from "./context";

/** Writes the usage of projects since the last time: seconds of connections, messages, and peaks of subscriptions. */
export async function countUse(ctx: RealtimeContext, connections: ConnectionRegistry): Promise<void> {
  const peaks: { projectId: string; subscriptions: number }[] = [];
  for (const project of connections.takeProjectsToCount()) {
    const { id: projectId } = project;
    const { opened, seconds, sent, delivered } = project.takeUse();
    if (opened + seconds > 0) ctx.usage.record({ projectId, metric: "connection", count: opened, amount: seconds });
    if (sent + delivered > 0) ctx.usage.record({ projectId, metric: "broadcast", count: sent, amount: delivered });
    if (project.peak > 0) peaks.push({ projectId, subscriptions: project.peak });
    project.peak = 0;
  }
  for (const [projectId, count] of connections.takeSentElsewhere())
    ctx.usage.record({ projectId, metric: "broadcast", count });
  await ctx.usage.flush();
  if (peaks.length > 0) await writePeaks(ctx, peaks);
}

/** The order of the rows keeps processes that write at the same moment from a deadlock. */
async function writePeaks(ctx: RealtimeContext, peaks: readonly { projectId: string; subscriptions: number }[]) {
  const now = ctx.clock.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  await ctx.db.$executeRaw`
    insert into realtime_peak (project_id, month, subscriptions)
    select peak.project_id, ${month}, peak.subscriptions
    from unnest(
      ${peaks.map(({ projectId }) => projectId)}::text[], ${peaks.map(({ subscriptions }) => subscriptions)}::int[]
    ) as peak (project_id, subscriptions)
    join project on project.id = peak.project_id
    order by peak.project_id
    on conflict (project_id, month)
    do update set subscriptions = greatest(realtime_peak.subscriptions, excluded.subscriptions)`;
}
