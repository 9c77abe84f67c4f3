import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { findWebhook } from "./find";
import { type EndpointAddress, toWebhookEndpoint, type WebhookEndpoint } from "./resource";

export async function showWebhook(ctx: Context, address: EndpointAddress): Promise<WebhookEndpoint> {
  requireMemberPermission(ctx, address.organisationId, "projects:read");
  return toWebhookEndpoint(await findWebhook(ctx, address), ctx.clock.now());
}
