import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { findWebhook } from "./find";
import { OUTCOMES, toWebhookDelivery, type WebhookDelivery } from "./resource";

export const DELIVERY_STATUSES = ["pending", "delivered", "failed"] as const;

export const ListDeliveriesInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  endpointId: z.string(),
  status: z.enum(DELIVERY_STATUSES).optional(),
  /** The `nextCursor` of the page before. */
  before: z.string().max(512).optional(),
  limit: z.int().min(1).max(200).default(50),
});
type ListDeliveriesInput = z.input<typeof ListDeliveriesInput>;

/** Returns an endpoint's deliveries, newest first. Needs `users:read`, since events hold users. */
export async function listWebhookDeliveries(ctx: Context, input: ListDeliveriesInput): Promise<Page<WebhookDelivery>> {
  requireMemberPermission(ctx, input.organisationId, "users:read");
  const { status, before, limit, ...address } = ListDeliveriesInput.parse(input);
  await findWebhook(ctx, address);
  const { projectId, endpointId } = address;
  const list = ["webhook-deliveries", endpointId, status ?? ""];
  const rows = await ctx.db.webhookDelivery.findMany({
    where: { projectId, endpointId, ...(status && { status }), ...afterCursor(readCursor(ctx, list, before)) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    include: { event: { select: { type: true } }, log: OUTCOMES },
  });
  return pageOf(ctx, list, rows, limit, toWebhookDelivery);
}
