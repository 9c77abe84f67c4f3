import type { Permission } from "@/lib/core/access/permissions";
import { SERVER_KEY_SCOPES, type ServerKeyScope } from "@/lib/core/access/project-key-scope";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Actor, Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { projectNotFound } from "@/lib/core/not-found";

interface ProjectRow {
  id: string;
  organisationId: string;
  status: string;
  settings: unknown;
}

export interface ProjectGrant {
  scope: ServerKeyScope;
  permission: Permission;
  /** Set for the actions that a company's administrator may take on the connection of their link. */
  isForSetUp?: true;
}

/**
 * Returns the project to its own server key, a member of its organisation, the operator, or the administrator who sets
 * a connection of it up. Throws `project_not_found`, also where the actor cannot reach it, `key_scope_too_narrow`,
 * `missing_permission`.
 */
export async function requireProject(ctx: Context, projectId: string, grant: ProjectGrant): Promise<ProjectRow> {
  const { actor } = ctx;
  if (actor.kind === "server-key") {
    requireServerKeyScope(actor, grant.scope);
    if (actor.projectId !== projectId) throw projectNotFound();
  }
  if (actor.kind === "sso-set-up" && (!grant.isForSetUp || actor.projectId !== projectId)) throw projectNotFound();
  const row = await ctx.db.project.findFirst({
    where: { id: projectId, deletedAt: null },
    select: { id: true, organisationId: true, status: true, settings: true },
  });
  const organisationId = row?.organisationId ?? SERVICE_SCOPE;
  if (!row || ("organisationId" in actor && actor.organisationId !== organisationId)) throw projectNotFound();
  const isLetIn = actor.kind === "server-key" || actor.kind === "sso-set-up";
  if (!isLetIn) requireMemberPermission(ctx, organisationId, grant.permission);
  return { ...row, organisationId };
}

/** Returns the project of `requireProject`, for a change. Throws `project_suspended` to all but the operator. */
export async function requireActiveProject(ctx: Context, projectId: string, grant: ProjectGrant): Promise<ProjectRow> {
  const row = await requireProject(ctx, projectId, grant);
  if (row.status !== "active" && ctx.actor.kind !== "operator") throw projectSuspended();
  return row;
}

/** Throws `key_scope_too_narrow` for a server key of a lesser scope, and for a public key. */
export function requireServerKeyScope(actor: Actor, scope: ServerKeyScope): void {
  if (actor.kind !== "server-key") {
    throw new ServiceError("key_scope_too_narrow", "A public key works only for sign-in. Use a server key.");
  }
  if (SERVER_KEY_SCOPES.indexOf(actor.scope) < SERVER_KEY_SCOPES.indexOf(scope)) {
    throw new ServiceError("key_scope_too_narrow", `This needs a server key of scope ${scope}.`);
  }
}

export function projectSuspended(): ServiceError {
  return new ServiceError("project_suspended", "The project is suspended. The operator can lift the suspension.");
}
