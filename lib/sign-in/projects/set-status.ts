import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { projectNotFound } from "./in-organisation";
import { type Project, type ProjectStatus, toProject } from "./resource";

interface SetProjectStatusInput {
  projectId: string;
  status: ProjectStatus;
  /** Why it is suspended, which its organisation then reads. */
  reason?: string | null | undefined;
}

/** Suspends a project or lifts that; repeating it changes nothing. Only the operator can: owners must not undo it. */
export async function setProjectStatus(ctx: Context, input: SetProjectStatusInput): Promise<Project> {
  requireOperator(ctx);
  const { projectId, status, reason = null } = input;
  const suspendedFor = status === "suspended" ? reason : null;
  return withTransaction(ctx, async (tx) => {
    const builtIn = await tx.db.project.count({ where: { id: projectId, builtInAs: { not: null } } });
    if (builtIn > 0) throw new ServiceError("conflict", "The service's own project can't be suspended.");
    const [changed] = await tx.db.project.updateManyAndReturn({
      where: { id: projectId, deletedAt: null, status: { not: status } },
      data: { status, suspendedFor },
    });
    const row = changed ?? (await tx.db.project.findFirst({ where: { id: projectId, deletedAt: null } }));
    if (!row) throw projectNotFound();
    if (changed) {
      const action = status === "suspended" ? "project.suspend" : "project.unsuspend";
      await recordAudit(tx, {
        organisationId: row.organisationId,
        action,
        targetId: projectId,
        ...(suspendedFor && { data: { reason: suspendedFor } }),
      });
    }
    return toProject(row);
  });
}
