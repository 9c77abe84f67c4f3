import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { addWebhookJob } from "@/lib/core/queue/add";
import { TEST_EVENT_TYPE } from "./event-types";
import { lockWebhook } from "./find";
import type { EndpointAddress } from "./resource";

/** Queues a test event for an endpoint. Throws `conflict` for a disabled one. */
export async function sendTestWebhook(ctx: Context, address: EndpointAddress): Promise<{ deliveryId: string }> {
  const { organisationId, projectId, endpointId } = address;
  requireMemberPermission(ctx, organisationId, "projects:write");
  return withTransaction(ctx, async (tx) => {
    const endpoint = await lockWebhook(tx, address);
    requireEnabled(endpoint);
    const now = tx.clock.now();
    const [eventId, deliveryId] = [createId("webhookEvent", tx.random), createId("webhookDelivery", tx.random)];
    const body = JSON.stringify({ type: TEST_EVENT_TYPE, timestamp: now.toISOString(), data: { endpointId } });
    await tx.db.webhookEvent.create({ data: { id: eventId, projectId, type: TEST_EVENT_TYPE, body, createdAt: now } });
    const values = { id: deliveryId, projectId, endpointId, eventId, dueAt: now, createdAt: now };
    await tx.db.webhookDelivery.create({ data: values, select: { id: true } });
    await addWebhookJob(tx, deliveryId, now);
    await recordAudit(tx, { organisationId, action: "webhook.test", targetId: endpointId, data: { projectId } });
    return { deliveryId };
  });
}

export function requireEnabled({ status }: { status: string }): void {
  if (status !== "enabled") throw new ServiceError("conflict", "The webhook is disabled. Enable it first.");
}
