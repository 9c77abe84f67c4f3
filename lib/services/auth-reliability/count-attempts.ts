import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { attemptsOfAll } from "./attempts";
import { WINDOW_NAMES, WINDOWS, type WindowName } from "./resource";

/** Counts of one window: of all attempts, of an outcome, of a reason, or of an outcome of a method. */
export interface AttemptCount {
  window: WindowName;
  outcome: "succeeded" | "refused" | "failed" | "locked" | null;
  reason: string | null;
  method: string | null;
  count: number;
  p50: number | null;
  p95: number | null;
}

/** Returns how sign-ins of all projects went, in one statement. */
export async function countAttempts(ctx: Context): Promise<AttemptCount[]> {
  const now = ctx.clock.now();
  const since = (name: WindowName) => new Date(now.getTime() - WINDOWS[name] * 60_000);
  const windows = WINDOW_NAMES.map((name) => Prisma.sql`(${name}::text, ${since(name)}::timestamptz)`);
  return ctx.db.$queryRaw<AttemptCount[]>`
    with attempt as materialized (${attemptsOfAll({ since: since("24h"), until: now })})
    select w.name as window, a.outcome, a.reason, a.method, count(*)::int as count,
      percentile_cont(0.5) within group (order by a.duration_ms) filter (where a.outcome <> 'locked') as p50,
      percentile_cont(0.95) within group (order by a.duration_ms) filter (where a.outcome <> 'locked') as p95
    from (values ${Prisma.join(windows)}) as w (name, since)
    join attempt a on a.created_at > w.since
    group by grouping sets ((w.name), (w.name, a.outcome), (w.name, a.outcome, a.reason), (w.name, a.outcome, a.method))
    having grouping(a.reason) = 1 or a.reason is not null
    order by w.name, a.outcome, a.reason, a.method`;
}
