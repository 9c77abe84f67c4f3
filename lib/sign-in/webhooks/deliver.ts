import type { Context } from "@/lib/core/context";
import { attemptDelivery } from "./attempt";
import { lostBefore } from "./claim";

/** An endpoint that answers slowly then leaves the other workers to the others. */
const AT_ONCE = { name: "webhook-endpoint", limit: 4 };

/**
 * Sends an event as a job, and then what else is due at the endpoint. Where the endpoint has as many requests under way
 * as it may, the job ends: whichever of them ends finds the event.
 */
export async function deliverWebhook(
  ctx: Context,
  { deliveryId }: { deliveryId: string },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const row = await ctx.db.webhookDelivery.findUnique({ where: { id: deliveryId }, select: { endpointId: true } });
  let next = row && deliveryId;
  while (row && next !== null && !signal.aborted) {
    const release = ctx.concurrency.take([{ limit: AT_ONCE, key: row.endpointId }]);
    if (typeof release !== "function") return;
    try {
      await attemptDelivery(ctx, next, signal);
    } finally {
      release();
    }
    // Looked for after the release: a job that found no place before it has left its event here.
    next = await findDue(ctx, row.endpointId);
  }
}

async function findDue(ctx: Context, endpointId: string): Promise<string | null> {
  const now = ctx.clock.now();
  const row = await ctx.db.webhookDelivery.findFirst({
    where: {
      ...{ endpointId, status: "pending", dueAt: { lte: now } },
      OR: [{ claimedAt: null }, { claimedAt: { lt: lostBefore(now) } }],
    },
    orderBy: { dueAt: "asc" },
    select: { id: true },
  });
  return row?.id ?? null;
}
