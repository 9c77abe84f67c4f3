import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { projectNotFound } from "@/lib/core/not-found";

interface ProjectRow {
  id: string;
  /** `null` for a project of the service itself, which the operator reaches under `SERVICE_SCOPE`. */
  organisationId: string | null;
  name: string;
  status: string;
  suspendedFor: string | null;
  /** The plan whose limits hold for it. */
  tier: string;
  settings: unknown;
  createdAt: Date;
  /** Set for a project of the service itself. */
  builtInAs: string | null;
}

/** Returns the organisation's project. Throws `project_not_found`, also for another organisation's project. */
export async function getProjectInOrganisation(
  ctx: Context,
  organisationId: string,
  projectId: string,
): Promise<ProjectRow> {
  const owner = organisationId === SERVICE_SCOPE ? null : organisationId;
  const row = await ctx.db.project.findFirst({ where: { id: projectId, organisationId: owner, deletedAt: null } });
  if (!row) throw projectNotFound();
  return row;
}

/** Returns the row, locked until the transaction ends. Throws `project_suspended` to all but the operator. */
export async function lockProjectForChange(
  tx: Context,
  organisationId: string,
  projectId: string,
): Promise<ProjectRow> {
  const [row] = await tx.db.$queryRaw<ProjectRow[]>`
    select id, organisation_id as "organisationId", name, status, suspended_for as "suspendedFor", tier, settings,
           created_at as "createdAt", built_in_as as "builtInAs"
    from project
    where id = ${projectId} and coalesce(organisation_id, ${SERVICE_SCOPE}) = ${organisationId} and deleted_at is null
    for no key update`;
  if (!row) throw projectNotFound();
  if (row.status !== "active" && tx.actor.kind !== "operator") {
    throw projectSuspended();
  }
  return row;
}

export function projectSuspended(): ServiceError {
  return new ServiceError("project_suspended", "The project is suspended. The operator can lift the suspension.");
}

export function projectNameTaken(name: string): ServiceError {
  return new ServiceError("name_taken", `A project named "${name}" already exists.`);
}
