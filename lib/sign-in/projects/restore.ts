import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit, SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { projectNotFound } from "@/lib/core/not-found";
import { projectNameTaken } from "./in-organisation";
import { type Project, toProject } from "./resource";
import { restorableSince } from "./restorable";

export const RestoreProjectInput = z.object({ organisationId: z.string(), projectId: z.string() });
type RestoreProjectInput = z.infer<typeof RestoreProjectInput>;

/**
 * Takes the deletion of a project back: its users, keys and settings are as they were. Throws `project_not_found`, also
 * for one that was not deleted or is purged, and `name_taken` when another project has its name by now.
 */
export async function restoreProject(ctx: Context, input: RestoreProjectInput): Promise<Project> {
  const { organisationId, projectId } = input;
  requireMemberPermission(ctx, organisationId, "projects:write");
  const owner = organisationId === SERVICE_SCOPE ? null : organisationId;
  const where = { id: projectId, organisationId: owner, deletedAt: { gt: restorableSince(ctx) } };
  const deleted = await ctx.db.project.findFirst({ where, select: { name: true } });
  if (!deleted) throw projectNotFound();
  try {
    return await withTransaction(ctx, async (tx) => {
      const [row] = await tx.db.project.updateManyAndReturn({ where, data: { deletedAt: null } });
      if (!row) throw projectNotFound();
      const data = { name: row.name };
      await recordAudit(tx, { organisationId, action: "project.restore", targetId: projectId, data });
      return toProject(row);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw projectNameTaken(deleted.name);
    throw error;
  }
}
