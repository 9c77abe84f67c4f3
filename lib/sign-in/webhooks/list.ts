import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import type { ProjectAddress } from "../projects/find";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { toWebhookEndpoint, type WebhookEndpoint } from "./resource";

/** Returns a project's endpoints, oldest first. A plan allows so few that they are one page. */
export async function listWebhooks(ctx: Context, address: ProjectAddress): Promise<{ items: WebhookEndpoint[] }> {
  const { organisationId, projectId } = address;
  requireMemberPermission(ctx, organisationId, "projects:read");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const rows = await ctx.db.webhookEndpoint.findMany({
    where: { projectId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return { items: rows.map((row) => toWebhookEndpoint(row, ctx.clock.now())) };
}
