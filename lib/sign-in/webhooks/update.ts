import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { checkWebhookUrl } from "./check-url";
import { lockWebhook } from "./find";
import { toWebhookEndpoint, WEBHOOK_FIELDS, type WebhookEndpoint } from "./resource";

export const UpdateWebhookInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  endpointId: z.string(),
  ...z.object(WEBHOOK_FIELDS).partial().shape,
  enabled: z.boolean().optional(),
});
type UpdateWebhookInput = z.input<typeof UpdateWebhookInput>;

/**
 * Changes an endpoint; enabling it forgets its failures. Events of the time while it is disabled are not sent later.
 */
export async function updateWebhook(ctx: Context, input: UpdateWebhookInput): Promise<WebhookEndpoint> {
  requireMemberPermission(ctx, input.organisationId, "projects:write");
  const { organisationId, projectId, endpointId, enabled, ...given } = UpdateWebhookInput.parse(input);
  if (given.url !== undefined) await checkWebhookUrl(ctx, given.url);
  return withTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx, { organisationId, projectId, endpointId });
    const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const isEnabled = enabled ?? before.status === "enabled";
    const status = isEnabled ? "enabled" : "disabled";
    const failures = isEnabled && before.status !== "enabled" ? { failingSince: null } : {};
    const disabledReason = isEnabled ? null : (before.disabledReason ?? "owner");
    const row = await tx.db.webhookEndpoint.update({
      where: { id: endpointId, projectId },
      data: { ...changed, status, disabledReason, ...failures, updatedAt: tx.clock.now() },
    });
    const data = { projectId, host: new URL(row.url).host, events: row.events, status };
    await recordAudit(tx, { organisationId, action: "webhook.update", targetId: endpointId, data });
    return toWebhookEndpoint(row, tx.clock.now());
  });
}
