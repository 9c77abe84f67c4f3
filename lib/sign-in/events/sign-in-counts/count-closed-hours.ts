import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { attemptsOf } from "./attempts";
import { HOUR_MS, startOfHour } from "./hours";

/** An hour is counted so long after its end: requests that began in it have ended, on servers whose clocks differ. */
const SETTLED_AFTER_MS = 15 * 60_000;
/** A year and the month before it, so that a month can be compared with that of the last year. */
const KEPT_DAYS = 400;

/**
 * Counts the sign-ins of the hours that are over and were not counted, for each project from the hour after its last
 * count, in one statement: an interrupted run leaves nothing half, and a repeated one changes nothing.
 */
export async function countClosedHours(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  const until = startOfHour(now - SETTLED_AFTER_MS);
  const oldest = startOfHour(now - KEPT_DAYS * 24 * HOUR_MS);
  const attempts = attemptsOf({
    projectId: Prisma.sql`project.id`,
    since: Prisma.sql`counted.until`,
    until: Prisma.sql`${until}`,
  });
  await ctx.db.$executeRaw`
    insert into sign_in_count (project_id, hour, outcome, method, attempts)
    select project.id, attempt.hour, attempt.outcome, attempt.method, attempt.attempts
    from project
    cross join lateral (
      select greatest(max(hour) + interval '1 hour', ${oldest}) as until from sign_in_count
      where project_id = project.id) as counted
    cross join lateral (${attempts}) as attempt
    on conflict (project_id, hour, outcome, method) do update set attempts = excluded.attempts`;
  await ctx.db.$executeRaw`
    delete from sign_in_count using project where project_id = project.id and hour < ${oldest}`;
}
