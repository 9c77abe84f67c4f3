import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type DeletedProject, toDeletedProject } from "./resource";
import { restorableSince } from "./restorable";

/** Returns the projects of an organisation that can still be restored, the latest first. */
export async function listDeletedProjects(ctx: Context, input: { organisationId: string }): Promise<DeletedProject[]> {
  requireMemberPermission(ctx, input.organisationId, "projects:read");
  const rows = await ctx.db.project.findMany({
    where: { organisationId: input.organisationId, deletedAt: { gt: restorableSince(ctx) } },
    orderBy: [{ deletedAt: "desc" }, { id: "asc" }],
  });
  return rows.map(toDeletedProject);
}
