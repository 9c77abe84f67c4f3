import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { projectNotFound } from "@/lib/core/not-found";
import type { ProjectDatabase } from "./set";

/** Returns which database is the project's own. Throws `project_not_found`. */
export async function showProjectDatabase(
  ctx: Context,
  { organisationId, projectId }: { organisationId: string; projectId: string },
): Promise<ProjectDatabase> {
  requireMemberPermission(ctx, organisationId, "projects:read");
  const where = { id: projectId, organisationId, deletedAt: null };
  const row = await ctx.db.project.findFirst({ where, select: { databaseId: true } });
  if (!row) throw projectNotFound();
  return { projectId, databaseId: row.databaseId };
}
