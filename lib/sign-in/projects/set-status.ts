import { requireAdministration } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { AuditAction } from "@/lib/core/audit/resource";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { projectNotFound } from "@/lib/core/not-found";
import { type Project, type ProjectStatus, toProject } from "./resource";

interface SetProjectStatusInput {
  projectId: string;
  status: ProjectStatus;
  /** Why it is suspended or active again, which its organisation then reads. */
  reason?: string | null | undefined;
}

const ACTIONS: Record<ProjectStatus, AuditAction> = {
  active: "project.unsuspend",
  suspended: "project.suspend",
  banned: "project.ban",
};

/**
 * Suspends or bans a project, or lifts that; repeating it changes nothing, and a banned project stays banned when it is
 * suspended. Only the operator can, and lifts a ban on the command line alone. Throws `project_not_found`, `conflict`.
 */
export async function setProjectStatus(ctx: Context, input: SetProjectStatusInput): Promise<Project> {
  requireAdministration(ctx);
  const { projectId, status, reason = null } = input;
  return withTransaction(ctx, async (tx) => {
    const builtIn = await tx.db.project.count({ where: { id: projectId, builtInAs: { not: null } } });
    if (builtIn > 0) throw new ServiceError("conflict", "The service's own project can't be suspended.");
    const [changed] = await tx.db.project.updateManyAndReturn({
      where: { id: projectId, deletedAt: null, status: { in: changeable(tx, status) } },
      data: { status, suspendedFor: status === "active" ? null : reason },
    });
    const row = changed ?? (await tx.db.project.findFirst({ where: { id: projectId, deletedAt: null } }));
    if (!row) throw projectNotFound();
    if (!changed && status === "active" && row.status === "banned") {
      throw new ServiceError("conflict", "The project is banned. A ban is lifted on the command line only.");
    }
    if (changed) {
      await recordAudit(tx, {
        organisationId: row.organisationId,
        action: ACTIONS[status],
        targetId: projectId,
        ...(reason !== null && { data: { reason } }),
      });
    }
    return toProject(row);
  });
}

/** Returns the statuses that a change to `status` starts from. */
function changeable({ actor }: Context, status: ProjectStatus): ProjectStatus[] {
  if (status === "suspended") return ["active"];
  if (status === "banned") return ["active", "suspended"];
  return actor.kind === "operator" ? ["suspended", "banned"] : ["suspended"];
}
