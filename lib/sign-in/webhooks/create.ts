import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { planLimits } from "@/lib/core/plans";
import { lockProjectForChange } from "../projects/in-organisation";
import { checkWebhookUrl } from "./check-url";
import { NEW_WEBHOOK_FIELDS, toWebhookEndpoint, type WebhookEndpointWithSecret, webhookSecretPlace } from "./resource";
import { createWebhookSecret } from "./signature";

export const CreateWebhookInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  ...NEW_WEBHOOK_FIELDS,
});
type CreateWebhookInput = z.input<typeof CreateWebhookInput>;

/** Creates an endpoint, to which events go from now on. Throws `invalid_request` for its address, `limit_reached`. */
export async function createWebhook(ctx: Context, input: CreateWebhookInput): Promise<WebhookEndpointWithSecret> {
  requireMemberPermission(ctx, input.organisationId, "projects:write");
  const { organisationId, projectId, ...given } = CreateWebhookInput.parse(input);
  await checkWebhookUrl(ctx, given.url);
  const secret = createWebhookSecret(ctx.random);
  return withTransaction(ctx, async (tx) => {
    const { tier } = await lockProjectForChange(tx, organisationId, projectId);
    await requireRoom(tx, projectId, tier);
    const id = createId("webhookEndpoint", tx.random);
    const now = tx.clock.now();
    const values = { ...given, id, projectId, createdBy: tx.actor.id, createdAt: now, updatedAt: now };
    const sealed = tx.sealer.seal(secret, webhookSecretPlace(id));
    const row = await tx.db.webhookEndpoint.create({ data: { ...values, secret: sealed } });
    const data = { projectId, host: new URL(given.url).host, events: given.events };
    await recordAudit(tx, { organisationId, action: "webhook.create", targetId: id, data });
    return { ...toWebhookEndpoint(row, now), secret };
  });
}

/** The caller holds the project's lock. */
async function requireRoom(tx: Context, projectId: string, tier: string): Promise<void> {
  const limit = planLimits(tier).webhooks;
  if ((await tx.db.webhookEndpoint.count({ where: { projectId } })) < limit) return;
  throw new ServiceError("limit_reached", `The plan allows ${limit} webhooks per project. Delete one first.`);
}
