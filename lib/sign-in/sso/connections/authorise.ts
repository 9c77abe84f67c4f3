import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { projectNotFound } from "@/lib/core/not-found";
import { type ProjectGrant, requireActiveProject, requireProject } from "../../project-keys/authorise";

/** The owner of connections: a project, or an organisation whose members sign in to the dashboard by them. */
export interface ConnectionOwner {
  projectId: string;
  /** Set for an organisation's own connections, which are in the dashboard's project. */
  ofOrganisation?: string | null;
}

interface Authorised {
  /** In whose audit log it is written. */
  organisationId: string;
  /** The organisation that owns the project. */
  projectOwner: string;
}

/**
 * Lets in whom `requireProject` lets in, and to an organisation's connections its members. Throws its errors, and
 * `not_found` to strangers of the organisation.
 */
export async function requireConnectionOwner(
  ctx: Context,
  { projectId, ofOrganisation = null }: ConnectionOwner,
  grant: ProjectGrant,
): Promise<Authorised> {
  if (ofOrganisation === null) {
    const { organisationId } = await requireProject(ctx, projectId, grant);
    return { organisationId, projectOwner: organisationId };
  }
  const { actor } = ctx;
  const isSetUp = actor.kind === "sso-set-up" && grant.isForSetUp === true && actor.projectId === projectId;
  if (!isSetUp) requireMemberPermission(ctx, ofOrganisation, grant.permission);
  const where = { id: projectId, organisationId: null, builtInAs: { not: null } };
  if ((await ctx.db.project.findFirst({ where, select: { id: true } })) === null) throw projectNotFound();
  return { organisationId: ofOrganisation, projectOwner: SERVICE_SCOPE };
}

/** Does the same as `requireConnectionOwner` for a change. Throws `project_suspended`, too. */
export async function requireActiveConnectionOwner(
  ctx: Context,
  owner: ConnectionOwner,
  grant: ProjectGrant,
): Promise<Authorised> {
  if (owner.ofOrganisation) return requireConnectionOwner(ctx, owner, grant);
  const { organisationId } = await requireActiveProject(ctx, owner.projectId, grant);
  return { organisationId, projectOwner: organisationId };
}
