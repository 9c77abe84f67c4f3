import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { addWebhookJob } from "@/lib/core/queue/add";
import { lockProjectForChange } from "../projects/in-organisation";
import { deliveryNotFound, OUTCOMES, toWebhookDelivery, type WebhookDelivery } from "./resource";
import { requireEnabled } from "./send-test";
import type { DeliveryAddress } from "./show-delivery";

/** Sends an event again, delivered or not, with the same `webhook-id` and new attempts. Throws `conflict`. */
export async function resendWebhook(ctx: Context, address: DeliveryAddress): Promise<WebhookDelivery> {
  const { organisationId, projectId, deliveryId } = address;
  requireMemberPermission(ctx, organisationId, "projects:write");
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    const where = { id: deliveryId, projectId };
    const before = await tx.db.webhookDelivery.findFirst({
      where,
      include: { endpoint: { select: { status: true } } },
    });
    if (!before) throw deliveryNotFound();
    requireEnabled(before.endpoint);
    const now = tx.clock.now();
    const row = await tx.db.webhookDelivery.update({
      where,
      data: { status: "pending", attempts: 0, dueAt: now, claimedAt: null },
      include: { event: { select: { type: true } }, log: OUTCOMES },
    });
    await addWebhookJob(tx, deliveryId, now);
    const data = { projectId, deliveryId };
    await recordAudit(tx, { organisationId, action: "webhook.resend", targetId: before.endpointId, data });
    return toWebhookDelivery(row);
  });
}
