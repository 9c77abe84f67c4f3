import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { getProjectInOrganisation } from "../in-organisation";
import { type Provider, toProvider } from "./resource";

interface ListProvidersInput {
  organisationId: string;
  projectId: string;
}

export async function listProviders(ctx: Context, input: ListProvidersInput): Promise<Provider[]> {
  requireMemberPermission(ctx, input.organisationId, "projects:read");
  const { id: projectId } = await getProjectInOrganisation(ctx, input.organisationId, input.projectId);
  const rows = await ctx.db.projectProvider.findMany({ where: { projectId }, orderBy: { provider: "asc" } });
  return rows.map((row) => toProvider(ctx, row));
}
