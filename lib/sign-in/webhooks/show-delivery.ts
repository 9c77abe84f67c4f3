import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import type { ProjectAddress } from "../projects/find";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { toWebhookDelivery, type WebhookDeliveryDetails } from "./delivery-resource";
import { deliveryNotFound } from "./resource";

export type DeliveryAddress = ProjectAddress & { deliveryId: string };

/** Returns a delivery with what was sent and every answer. Needs `users:read`, since events hold users. */
export async function showWebhookDelivery(ctx: Context, address: DeliveryAddress): Promise<WebhookDeliveryDetails> {
  const { organisationId, projectId, deliveryId } = address;
  requireMemberPermission(ctx, organisationId, "users:read");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const row = await ctx.db.webhookDelivery.findFirst({
    where: { id: deliveryId, projectId },
    include: { event: { select: { type: true, body: true } }, log: { orderBy: [{ at: "asc" }, { id: "asc" }] } },
  });
  if (!row) throw deliveryNotFound();
  const log = row.log.map(({ at, durationMs, status, failure, answer }) => {
    return { at: at.toISOString(), durationMs, status, failure, answer };
  });
  return { ...toWebhookDelivery(row), endpointId: row.endpointId, body: row.event.body, log };
}
