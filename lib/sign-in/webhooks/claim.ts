import type { Context } from "@/lib/core/context";

/** An attempt takes less: a worker that claimed a delivery this long ago has died. */
export const LOST_AFTER_SECONDS = 120;

export function lostBefore(now: Date): Date {
  return new Date(now.getTime() - LOST_AFTER_SECONDS * 1_000);
}

export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>;

/** Claims the delivery for an attempt and counts it; `null` when it is not pending or another attempt is under way. */
export async function claimDelivery(ctx: Context, deliveryId: string) {
  const claimedAt = ctx.clock.now();
  const { count } = await ctx.db.webhookDelivery.updateMany({
    where: {
      ...{ id: deliveryId, status: "pending" },
      OR: [{ claimedAt: null }, { claimedAt: { lt: lostBefore(claimedAt) } }],
    },
    data: { attempts: { increment: 1 }, claimedAt },
  });
  if (count === 0) return null;
  return ctx.db.webhookDelivery.findUnique({
    where: { id: deliveryId },
    include: { event: true, endpoint: { omit: { secret: false, previousSecret: false } } },
  });
}
