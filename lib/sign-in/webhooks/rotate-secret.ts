import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { lockWebhook } from "./find";
import {
  type EndpointAddress,
  previousSecretPlace,
  toWebhookEndpoint,
  type WebhookEndpointWithSecret,
  webhookSecretPlace,
} from "./resource";
import { createWebhookSecret } from "./signature";

export const OVERLAP_HOURS = 24;

/** Gives an endpoint a new secret. The one before signs too for a day; one from before that does no longer. */
export async function rotateWebhookSecret(ctx: Context, address: EndpointAddress): Promise<WebhookEndpointWithSecret> {
  const { organisationId, projectId, endpointId } = address;
  requireMemberPermission(ctx, organisationId, "projects:write");
  const secret = createWebhookSecret(ctx.random);
  return withTransaction(ctx, async (tx) => {
    await lockWebhook(tx, address);
    const where = { id: endpointId, projectId };
    const before = await tx.db.webhookEndpoint.findFirstOrThrow({ where, select: { secret: true } });
    const previous = tx.sealer.open(before.secret, webhookSecretPlace(endpointId));
    const now = tx.clock.now();
    const row = await tx.db.webhookEndpoint.update({
      where,
      data: {
        secret: tx.sealer.seal(secret, webhookSecretPlace(endpointId)),
        previousSecret: tx.sealer.seal(previous, previousSecretPlace(endpointId)),
        previousUntil: new Date(now.getTime() + OVERLAP_HOURS * 3_600_000),
        updatedAt: now,
      },
    });
    await recordAudit(tx, {
      organisationId,
      action: "webhook.rotate_secret",
      targetId: endpointId,
      data: { projectId },
    });
    return { ...toWebhookEndpoint(row, now), secret };
  });
}
