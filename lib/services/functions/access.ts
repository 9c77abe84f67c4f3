import type { Permission } from "@/lib/core/access/permissions";
import type { ServerKeyScope } from "@/lib/core/access/project-key-scope";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { functionNotFound } from "@/lib/core/not-found";
import { requireActiveProject, requireProject } from "@/lib/sign-in/project-keys/authorise";

interface Grant {
  scope: ServerKeyScope;
  permission: Permission;
}

export const READ_FUNCTIONS = { scope: "read", permission: "functions:read" } as const satisfies Grant;
export const WRITE_FUNCTIONS = { scope: "read-write", permission: "functions:write" } as const satisfies Grant;

export interface FunctionAddress {
  projectId: string;
  name: string;
}

export interface FunctionsProject {
  id: string;
  organisationId: string;
  tier: string;
}

/** Returns a project to its server key, its members or the operator. Throws `feature_disabled` where its organisation may not run functions. */
export async function requireFunctions(ctx: Context, projectId: string, grant: Grant): Promise<FunctionsProject> {
  const requires = grant === READ_FUNCTIONS ? requireProject : requireActiveProject;
  const { id, organisationId } = await requires(ctx, projectId, grant);
  const { tier, organisation } = await ctx.db.project.findUniqueOrThrow({
    where: { id },
    select: { tier: true, organisation: { select: { functions: true } } },
  });
  if (!organisation?.functions) throw featureDisabled();
  return { id, organisationId, tier };
}

/** Returns a function's row besides. Throws `function_not_found`. */
export async function getFunction(ctx: Context, { projectId, name }: FunctionAddress, grant: Grant) {
  const project = await requireFunctions(ctx, projectId, grant);
  const row = await ctx.db.projectFunction.findUnique({
    where: { projectId_name: { projectId, name } },
    select: { id: true, name: true, activeVersionId: true },
  });
  if (!row) throw functionNotFound();
  return { ...row, project };
}

export function featureDisabled(): ServiceError {
  return new ServiceError(
    "feature_disabled",
    "Functions are switched off for this organisation. The operator can switch them on.",
  );
}
