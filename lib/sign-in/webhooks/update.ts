import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { checkWebhookUrl } from "./check-url";
import { lockWebhook } from "./find";
import { toWebhookEndpoint, WebhookDescription, type WebhookEndpoint, WebhookEventTypes, WebhookUrl } from "./resource";

export const UpdateWebhookInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  endpointId: z.string(),
  url: WebhookUrl.optional(),
  description: WebhookDescription.optional(),
  events: WebhookEventTypes.optional(),
  enabled: z.boolean().optional(),
});
type UpdateWebhookInput = z.input<typeof UpdateWebhookInput>;

/** Changes an endpoint; enabling it forgets its failures. What happens while it is disabled is not sent later. */
export async function updateWebhook(ctx: Context, input: UpdateWebhookInput): Promise<WebhookEndpoint> {
  requireMemberPermission(ctx, input.organisationId, "projects:write");
  const { organisationId, projectId, endpointId, enabled, ...given } = UpdateWebhookInput.parse(input);
  if (given.url !== undefined) await checkWebhookUrl(ctx, given.url);
  return withTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx, { organisationId, projectId, endpointId });
    const { url = before.url, description = before.description, events = before.events } = given;
    const isEnabled = enabled ?? before.status === "enabled";
    const status = isEnabled ? "enabled" : "disabled";
    const failures = isEnabled && before.status !== "enabled" ? { failingSince: null } : {};
    const disabledReason = isEnabled ? null : (before.disabledReason ?? "owner");
    const row = await tx.db.webhookEndpoint.update({
      where: { id: endpointId, projectId },
      data: { url, description, events, status, disabledReason, ...failures, updatedAt: tx.clock.now() },
    });
    const data = { projectId, host: new URL(url).host, events, status };
    await recordAudit(tx, { organisationId, action: "webhook.update", targetId: endpointId, data });
    return toWebhookEndpoint(row, tx.clock.now());
  });
}
