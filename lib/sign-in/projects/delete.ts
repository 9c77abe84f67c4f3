import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { lockProjectForChange } from "./in-organisation";
import { type DeletedProject, toDeletedProject } from "./resource";

export const DeleteProjectInput = z.object({ organisationId: z.string(), projectId: z.string() });
type DeleteProjectInput = z.infer<typeof DeleteProjectInput>;

/**
 * Deletes a project: from now on it is as one that does not exist, and its name is free. It can be restored for 30 days.
 * Throws `project_not_found`, `project_suspended`, `conflict` for the service's own project.
 */
export async function deleteProject(ctx: Context, input: DeleteProjectInput): Promise<DeletedProject> {
  const { organisationId, projectId } = input;
  requireMemberPermission(ctx, organisationId, "projects:write");
  return withTransaction(ctx, async (tx) => {
    const { name, builtInAs } = await lockProjectForChange(tx, organisationId, projectId);
    if (builtInAs !== null) throw new ServiceError("conflict", "The service's own project can't be deleted.");
    const row = await tx.db.project.update({ where: { id: projectId }, data: { deletedAt: tx.clock.now() } });
    await recordAudit(tx, { organisationId, action: "project.delete", targetId: projectId, data: { name } });
    return toDeletedProject(row);
  });
}
