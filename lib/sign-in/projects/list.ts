import { organisationNotFound, requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type Project, toProject } from "./resource";

export async function listProjects(ctx: Context, input: { organisationId: string }): Promise<Project[]> {
  requireMemberPermission(ctx, input.organisationId, "projects:read");
  const organisation = await ctx.db.organisation.findUnique({
    where: { id: input.organisationId },
    select: { projects: { where: { deletedAt: null }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] } },
  });
  if (!organisation) throw organisationNotFound();
  return organisation.projects.map(toProject);
}
