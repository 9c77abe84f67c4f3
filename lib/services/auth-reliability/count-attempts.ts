import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { AUTHORIZATION_CODE } from "@/lib/sign-in/exchange/create-code";
import { WINDOW_NAMES, WINDOWS, type WindowName } from "./resource";

type Outcome = "succeeded" | "refused" | "failed" | "locked";

/** Counts of one window: of all attempts, of an outcome, of a reason, or of an outcome of a method. */
export interface AttemptCount {
  window: WindowName;
  outcome: Outcome | null;
  reason: string | null;
  method: string | null;
  count: number;
  p50: number | null;
  p95: number | null;
}

/** What the service answers with a status of 5xx (lib/sign-in/events/refusals.ts). */
const OWN_FAILURES = ["internal_error", "service_busy"];

/**
 * Returns how sign-ins of all projects went, in one statement. A provider that a project doesn't have is `other`, since
 * a callback names whatever its sender likes, and one that a project added is `openid-connect`, as its name is theirs.
 */
export async function countAttempts(ctx: Context): Promise<AttemptCount[]> {
  const now = ctx.clock.now();
  const since = (name: WindowName) => new Date(now.getTime() - WINDOWS[name] * 60_000);
  const windows = WINDOW_NAMES.map((name) => Prisma.sql`(${name}::text, ${since(name)}::timestamptz)`);
  return ctx.db.$queryRaw<AttemptCount[]>`
    with attempt as materialized (
      select e.created_at, e.duration_ms, e.reason,
        case when e.kind = 'account.lock' then 'locked' when e.outcome = 'accepted' then 'succeeded'
          when e.reason = any (${OWN_FAILURES}) then 'failed' else 'refused' end as outcome,
        coalesce(e.data ->> 'factor', case when p.issuer is null then p.provider else 'openid-connect' end, 'other')
          as method
      from security_event e
      left join project_provider p on p.project_id = e.project_id and p.provider = e.data ->> 'provider'
      where e.kind in ('session.sign_in', 'session.second_factor', 'user.sign_up', 'account.lock')
        and e.created_at > ${since("24h")} and e.created_at <= ${now}
        and (e.outcome = 'refused' or e.data ->> 'factor' is distinct from ${AUTHORIZATION_CODE})
    )
    select w.name as window, a.outcome, a.reason, a.method, count(*)::int as count,
      percentile_cont(0.5) within group (order by a.duration_ms) filter (where a.outcome <> 'locked') as p50,
      percentile_cont(0.95) within group (order by a.duration_ms) filter (where a.outcome <> 'locked') as p95
    from (values ${Prisma.join(windows)}) as w (name, since)
    join attempt a on a.created_at > w.since
    group by grouping sets ((w.name), (w.name, a.outcome), (w.name, a.outcome, a.reason), (w.name, a.outcome, a.method))
    having grouping(a.reason) = 1 or a.reason is not null
    order by w.name, a.outcome, a.reason, a.method`;
}
