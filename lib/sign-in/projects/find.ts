import { requireOperator } from "@/lib/core/access/require-member-permission";
import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { restorableSince } from "./restorable";

export interface ProjectAddress {
  organisationId: string;
  projectId: string;
}

/** Returns the project with this id or name. Throws `project_not_found`, also when several have the name. */
export async function findProject(ctx: Context, idOrName: string): Promise<ProjectAddress> {
  requireOperator(ctx);
  const rows = await ctx.db.project.findMany({
    where: { ...(isId("project", idOrName) ? { id: idOrName } : { name: idOrName }), deletedAt: null },
    select: { id: true, organisationId: true },
    orderBy: { id: "asc" },
    take: 10,
  });
  const [first, ...others] = rows;
  if (!first) throw new ServiceError("project_not_found", `No project has the ID or name "${idOrName}".`);
  if (others.length > 0) {
    const ids = rows.map((row) => row.id).join(", ");
    throw new ServiceError("project_not_found", `Several projects are named "${idOrName}". Use an ID: ${ids}.`);
  }
  return { organisationId: first.organisationId ?? SERVICE_SCOPE, projectId: first.id };
}

/** Returns the deleted project with this id, if it can still be restored. Throws `project_not_found`. */
export async function findDeletedProject(ctx: Context, projectId: string): Promise<ProjectAddress> {
  requireOperator(ctx);
  const row = await ctx.db.project.findFirst({
    where: { id: projectId, deletedAt: { gt: restorableSince(ctx) } },
    select: { organisationId: true },
  });
  if (!row) throw new ServiceError("project_not_found", `No deleted project has the ID "${projectId}".`);
  return { organisationId: row.organisationId ?? SERVICE_SCOPE, projectId };
}
