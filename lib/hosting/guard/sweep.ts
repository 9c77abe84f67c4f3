import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;
/** Events are deleted in parts, so that no statement holds its locks for long. */
const BATCH = 10_000;

export async function sweepHostEvents(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS);
  let deleted: number;
  do {
    deleted = await ctx.db.$executeRaw(Prisma.sql`
      delete from host_event where id in (select id from host_event where at < ${before} limit ${BATCH})`);
  } while (deleted === BATCH);
}
