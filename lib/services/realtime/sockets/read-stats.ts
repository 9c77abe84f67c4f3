import { projectNotFound } from "@/lib/core/not-found";
import { planLimits } from "@/lib/core/plans";
import { PLATFORM_SUBSCRIPTIONS } from "@/lib/core/ports/subscription-counts";
import { startOfMonth } from "@/lib/services/usage/window";
import { requireProject } from "@/lib/sign-in/project-keys/authorise";
import type { RealtimeContext } from "./context";
import { MAX_SUBSCRIPTIONS_OF_SOCKET } from "./limits";
import type { RealtimeStats } from "./resource";

interface Row {
  tier: string;
  peak: number;
  seconds: number;
  delivered: number;
}

/**
 * Returns the state of a project's sockets at this moment, and their usage this month (UTC), which is at most
 * ten seconds old. Throws `project_not_found`, and `service_unavailable` where the sockets can't be asked.
 */
export async function readRealtimeStats(
  ctx: RealtimeContext,
  { projectId }: { projectId: string },
): Promise<RealtimeStats> {
  await requireProject(ctx, projectId, { scope: "read", permission: "projects:read" });
  const at = ctx.clock.now();
  const from = new Date(startOfMonth(at));
  const until = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
  const [used, figures] = await Promise.all([readUsed(ctx, projectId, from), ctx.realtime.figuresOf(projectId)]);
  const { subscriptions: limit, connectionSeconds } = planLimits(used.tier);
  const { changes, topic } = figures.subscriptions;
  const current = changes + topic;
  return {
    ...{ projectId, at: at.toISOString(), sockets: figures.sockets },
    subscriptions: {
      ...{ current, peakThisMonth: Math.max(used.peak, current), limit, byKind: { changes, topic } },
      ...{ perSocketLimit: MAX_SUBSCRIPTIONS_OF_SOCKET, platformLimit: PLATFORM_SUBSCRIPTIONS },
    },
    connectionSeconds: {
      ...{ used: used.seconds, limit: connectionSeconds, from: from.toISOString(), until: until.toISOString() },
    },
    messages: { delivered: used.delivered, perSecond: figures.deliveredPerSecond },
    lagMs: figures.lagMilliseconds,
  };
}

async function readUsed(ctx: RealtimeContext, projectId: string, from: Date): Promise<Row> {
  const [row] = await ctx.db.$queryRaw<Row[]>`
    select project.tier, coalesce(peak.subscriptions, 0) as peak,
      coalesce(sum(used.amount) filter (where used.metric = 'connection'), 0)::float8 as seconds,
      coalesce(sum(used.amount) filter (where used.metric = 'broadcast'), 0)::float8 as delivered
    from project
    left join realtime_peak peak on peak.project_id = project.id and peak.month = ${from}
    left join usage_hour used on used.project_id = project.id and used.hour >= ${from}
    where project.id = ${projectId}
    group by project.id, peak.subscriptions`;
  if (!row) throw projectNotFound();
  return row;
}
