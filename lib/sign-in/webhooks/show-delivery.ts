import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import type { ProjectAddress } from "../projects/find";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { WEBHOOK_HEADERS } from "./headers";
import { deliveryNotFound, toOutcome, toWebhookDelivery, type WebhookDeliveryDetails } from "./resource";

export type DeliveryAddress = ProjectAddress & { deliveryId: string };

/** Returns a delivery with its message and every answer. Needs `users:read`, since events hold users. */
export async function showWebhookDelivery(ctx: Context, address: DeliveryAddress): Promise<WebhookDeliveryDetails> {
  const { organisationId, projectId, deliveryId } = address;
  requireMemberPermission(ctx, organisationId, "users:read");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const row = await ctx.db.webhookDelivery.findFirst({
    where: { id: deliveryId, projectId },
    include: {
      event: { select: { type: true, body: true } },
      endpoint: { select: { url: true } },
      log: { orderBy: [{ at: "asc" }, { id: "asc" }] },
    },
  });
  if (!row) throw deliveryNotFound();
  const log = row.log.map(({ answer, ...outcome }) => ({ ...toOutcome(outcome), answer }));
  const { endpointId, endpoint, event, eventId } = row;
  const headers = { ...WEBHOOK_HEADERS, "webhook-id": eventId };
  return { ...toWebhookDelivery(row), endpointId, url: endpoint.url, headers, body: event.body, log };
}
