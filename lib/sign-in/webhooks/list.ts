import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import type { ProjectAddress } from "../projects/find";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { type ListedWebhook, toWebhookEndpoint } from "./resource";

/** Returns a project's endpoints, oldest first. A plan allows so few that they are one page. */
export async function listWebhooks(ctx: Context, address: ProjectAddress): Promise<{ items: ListedWebhook[] }> {
  const { organisationId, projectId } = address;
  requireMemberPermission(ctx, organisationId, "projects:read");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const rows = await ctx.db.webhookEndpoint.findMany({
    where: { projectId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const items = rows.map(async (row) => {
    return { ...toWebhookEndpoint(row, ctx.clock.now()), lastDelivery: await findLastDelivery(ctx, projectId, row.id) };
  });
  return { items: await Promise.all(items) };
}

/** Asks by itself for each endpoint, which the index answers: Prisma would read every delivery of them all. */
async function findLastDelivery(ctx: Context, projectId: string, endpointId: string) {
  const row = await ctx.db.webhookDelivery.findFirst({
    where: { projectId, endpointId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { status: true, createdAt: true },
  });
  return row && { status: row.status, createdAt: row.createdAt.toISOString() };
}
