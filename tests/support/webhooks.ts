import type { Context } from "@/lib/core/context";
import { deliverWebhook } from "@/lib/sign-in/webhooks/deliver";

const never = new AbortController().signal;

/** Runs the job of each pending delivery of a project, in the order of the events. */
export async function deliverPending(ctx: Context, projectId: string): Promise<void> {
  const where = { projectId, status: "pending" };
  const rows = await ctx.db.webhookDelivery.findMany({ where, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  for (const { id } of rows) await deliverWebhook(ctx, { deliveryId: id }, { signal: never });
}
