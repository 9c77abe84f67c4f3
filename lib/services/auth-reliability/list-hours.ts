import { requireAdministration } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { HOUR_MS, startOfHour } from "@/lib/sign-in/events/sign-in-counts/hours";
import type { SignInCounts, SignInOutcome, SignInSeries } from "@/lib/sign-in/events/sign-in-counts/resource";
import { attemptsOfAll } from "./attempts";

const HOURS = 24;

interface HourRow {
  hour: number;
  outcome: SignInOutcome;
  method: string;
  attempts: number;
}

/** Returns how often sign-ins of all projects were tried in each of the last 24 hours, by outcome and method. */
export async function listSignInHours(ctx: Context): Promise<SignInCounts> {
  requireAdministration(ctx);
  const now = ctx.clock.now();
  const since = new Date(startOfHour(now.getTime()).getTime() - (HOURS - 1) * HOUR_MS);
  const rows = await ctx.db.$queryRaw<HourRow[]>`
    select floor(extract(epoch from a.created_at - ${since}) / 3600)::int as hour,
      case when a.outcome <> 'succeeded' then 'refused' when a.kind = 'user.sign_up' then 'signed_up' else 'signed_in' end
        as outcome,
      case when a.method = 'other' then '' else a.method end as method, count(*)::int as attempts
    from (${attemptsOfAll({ since, until: now })}) as a
    where a.outcome <> 'locked'
    group by 1, 2, 3 order by 2, 3, 1`;
  const series = new Map<string, SignInSeries>();
  for (const { hour, outcome, method, attempts } of rows) {
    const key = `${outcome} ${method}`;
    const known = series.get(key) ?? { outcome, method, attempts: new Array<number>(HOURS).fill(0) };
    known.attempts[hour] = attempts;
    series.set(key, known);
  }
  const moments = Array.from({ length: HOURS }, (_, place) =>
    new Date(since.getTime() + place * HOUR_MS).toISOString(),
  );
  return { range: "24h", moments, series: [...series.values()] };
}
