import type { ProjectKeyKind } from "@/lib/core/access/project-key-scope";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { type ProjectKey, toProjectKey } from "./resource";

interface ListProjectKeysInput {
  organisationId: string;
  projectId: string;
  kind: ProjectKeyKind;
}

export async function listProjectKeys(ctx: Context, input: ListProjectKeysInput): Promise<ProjectKey[]> {
  requireMemberPermission(ctx, input.organisationId, "project-keys:write");
  const { id: projectId } = await getProjectInOrganisation(ctx, input.organisationId, input.projectId);
  const rows = await ctx.db.projectKey.findMany({
    where: { projectId, kind: input.kind },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  const now = ctx.clock.now();
  return rows.map((row) => toProjectKey(row, now));
}
