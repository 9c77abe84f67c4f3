import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";

const HOUR_MS = 3_600_000;
/** A chart of the last day shows every sample. */
const DETAILED_HOURS = 24;
const KEPT_HOURS = 30 * 24;
/** The time in which hours in full detail are looked for, in case the job did not run for a while. */
const LOOK_BACK_HOURS = 7 * 24;
/** The size of a batch, so that no statement holds its locks for long. */
const BATCH = 10_000;
const DATABASES_AT_ONCE = 200;

/**
 * Keeps one row of each hour that is more than a day old: the last one, whose counters are complete, with the highest
 * of the other figures. Deletes rows older than 30 days. Safe to repeat.
 */
export async function sweepSamples(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  await deleteBefore(ctx, new Date(now - KEPT_HOURS * HOUR_MS));
  const until = new Date(Math.floor((now - DETAILED_HOURS * HOUR_MS) / HOUR_MS) * HOUR_MS);
  const from = new Date(until.getTime() - LOOK_BACK_HOURS * HOUR_MS);
  const rows = await ctx.db.$queryRaw<{ id: string }[]>(Prisma.sql`
    select distinct database_id as id from database_sample where at >= ${from} and at < ${until}`);
  for (let start = 0; start < rows.length; start += DATABASES_AT_ONCE) {
    const ids = rows.slice(start, start + DATABASES_AT_ONCE).map(({ id }) => id);
    await rollUp(ctx, ids, from, until);
  }
}

async function rollUp(ctx: Context, ids: readonly string[], from: Date, until: Date): Promise<void> {
  await ctx.db.$executeRaw(Prisma.sql`
    with hours as (
      select database_id, date_trunc('hour', at, 'UTC') as hour, max(at) as last,
        max(connections) as connections, max(locks_waiting) as locks_waiting
      from database_sample where at >= ${from} and at < ${until} and database_id = any (${ids})
      group by 1, 2 having count(*) > 1
    ), kept as (
      update database_sample s set connections = h.connections, locks_waiting = h.locks_waiting
      from hours h where s.database_id = h.database_id and s.at = h.last
    )
    delete from database_sample s using hours h
    where s.database_id = h.database_id and s.at >= h.hour and s.at < h.last`);
}

async function deleteBefore(ctx: Context, before: Date): Promise<void> {
  let deleted: number;
  do {
    deleted = await ctx.db.$executeRaw(Prisma.sql`
      delete from database_sample where ctid in (
        select ctid from database_sample where at < ${before} limit ${BATCH})`);
  } while (deleted === BATCH);
}
