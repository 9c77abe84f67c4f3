import type { Context } from "@/lib/core/context";

const DAY_MS = 86_400_000;
export const LOG_DAYS = 30;
/** Events are deleted in parts, so that no statement holds its locks for long. */
const BATCH = 10_000;

/** Deletes events of 30 days ago with their deliveries, and secrets whose overlap is over. */
export async function sweepWebhooks(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - LOG_DAYS * DAY_MS);
  await ctx.db.webhookEndpoint.updateMany({
    where: { previousUntil: { lte: now } },
    data: { previousSecret: null, previousUntil: null },
  });
  let deleted: number;
  do {
    deleted = await ctx.db.$executeRaw`
      delete from webhook_event where id in (select id from webhook_event where created_at < ${before} limit ${BATCH})`;
  } while (deleted === BATCH);
}
