import type { Context } from "@/lib/core/context";
import { getProjectInOrganisation, lockProjectForChange } from "../projects/in-organisation";
import { type EndpointAddress, webhookNotFound } from "./resource";

/** Returns the project's endpoint. Throws `project_not_found`, `not_found`. */
export async function findWebhook(ctx: Context, { organisationId, projectId, endpointId }: EndpointAddress) {
  await getProjectInOrganisation(ctx, organisationId, projectId);
  return rowOf(ctx, projectId, endpointId);
}

/** Returns the endpoint of a locked project. Throws `project_suspended` to all but the operator, too. */
export async function lockWebhook(tx: Context, { organisationId, projectId, endpointId }: EndpointAddress) {
  await lockProjectForChange(tx, organisationId, projectId);
  return rowOf(tx, projectId, endpointId);
}

async function rowOf(ctx: Context, projectId: string, endpointId: string) {
  const row = await ctx.db.webhookEndpoint.findFirst({ where: { id: endpointId, projectId } });
  if (!row) throw webhookNotFound();
  return row;
}
