import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { addWebhookJob } from "@/lib/core/queue/add";
import { LOST_AFTER_SECONDS, lostBefore } from "./claim";

const AT_ONCE = 500;

/** Adds a new job for events that are overdue because their job was lost. Returns how many there were. */
export async function requeueLostWebhooks(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const lost = await ctx.db.$queryRaw<{ id: string }[]>(Prisma.sql`
    SELECT delivery.id FROM webhook_delivery delivery
    LEFT JOIN graphile_worker.jobs job ON job.key = 'deliver-webhook:' || delivery.id
    WHERE delivery.status = 'pending' AND delivery.due_at < ${lostBefore(now)} AND (job.id IS NULL
      OR job.locked_at < now() - make_interval(secs => ${LOST_AFTER_SECONDS}::double precision)
      OR (job.locked_at IS NULL AND job.attempts >= job.max_attempts))
    ORDER BY delivery.due_at LIMIT ${AT_ONCE}`);
  for (const { id } of lost) await addWebhookJob(ctx, id, now);
  return lost.length;
}
