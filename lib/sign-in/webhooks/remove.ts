import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { lockWebhook } from "./find";
import type { EndpointAddress } from "./resource";

/** Deletes an endpoint with its deliveries. */
export async function removeWebhook(ctx: Context, address: EndpointAddress): Promise<{ id: string; url: string }> {
  const { organisationId, projectId, endpointId } = address;
  requireMemberPermission(ctx, organisationId, "projects:write");
  return withTransaction(ctx, async (tx) => {
    const { id, url } = await lockWebhook(tx, address);
    await tx.db.webhookEndpoint.deleteMany({ where: { id: endpointId, projectId } });
    await recordAudit(tx, {
      organisationId,
      action: "webhook.delete",
      targetId: id,
      data: { projectId, host: new URL(url).host },
    });
    return { id, url };
  });
}
