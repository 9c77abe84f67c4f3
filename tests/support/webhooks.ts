import type { Context } from "@/lib/core/context";
import { attemptDelivery } from "@/lib/sign-in/webhooks/attempt";
import { claimDelivery } from "@/lib/sign-in/webhooks/claim";

const never = new AbortController().signal;

/** Makes an attempt at a delivery, unless it has ended or another attempt is under way. */
export async function deliverWebhook(ctx: Context, deliveryId: string, signal = never): Promise<void> {
  const delivery = await claimDelivery(ctx, deliveryId);
  if (delivery) await attemptDelivery(ctx, delivery, signal);
}

/** Makes an attempt at each pending delivery of a project, in the order of the events. */
export async function deliverPending(ctx: Context, projectId: string): Promise<void> {
  const where = { projectId, status: "pending" };
  const rows = await ctx.db.webhookDelivery.findMany({ where, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  for (const { id } of rows) await deliverWebhook(ctx, id);
}
