import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { getProjectInOrganisation } from "./in-organisation";
import { type ProjectDetails, toProjectDetails } from "./resource";

interface ShowProjectInput {
  organisationId: string;
  projectId: string;
}

export async function showProject(ctx: Context, input: ShowProjectInput): Promise<ProjectDetails> {
  requireMemberPermission(ctx, input.organisationId, "projects:read");
  return toProjectDetails(await getProjectInOrganisation(ctx, input.organisationId, input.projectId));
}
