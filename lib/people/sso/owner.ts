import type { Context } from "@/lib/core/context";
import { getDashboardProjectId } from "@/lib/people/accounts/dashboard-project";

/** Returns the owner by which verbs of connections know an organisation's connections. They check the permission. */
export async function connectionsOf(
  ctx: Context,
  organisationId: string,
): Promise<{ projectId: string; ofOrganisation: string }> {
  return { projectId: await getDashboardProjectId(ctx), ofOrganisation: organisationId };
}

/** Returns the address of one of an organisation's connections. */
export async function connectionOf(
  ctx: Context,
  { organisationId, connectionId }: { organisationId: string; connectionId: string },
): Promise<{ projectId: string; ofOrganisation: string; connectionId: string }> {
  return { ...(await connectionsOf(ctx, organisationId)), connectionId };
}
