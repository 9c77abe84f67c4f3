import "server-only";
import { hasPermission } from "@/lib/core/access/permissions";
import { ServiceError } from "@/lib/core/errors";
import type { ProjectFunction } from "@/lib/services/functions/resource";
import { showFunction } from "@/lib/services/functions/show";
import { type CurrentProject, requireProjectPage } from "./current-project";
import { orNotFound } from "./or-not-found";

interface Place {
  organisationId: string;
  projectId: string;
}

export interface FunctionsPage extends CurrentProject {
  /** Whether the member's role may change functions. */
  isWriter: boolean;
  /** Whether the member may change them now. */
  mayWrite: boolean;
  /** The address of the list of functions. */
  list: string;
}

/** Shows strangers the not-found page. */
export async function requireFunctionsPage({ organisationId, projectId }: Place): Promise<FunctionsPage> {
  const current = await requireProjectPage(organisationId, projectId);
  const isWriter = hasPermission(current.member.role, "functions:write");
  const mayWrite = isWriter && current.project.status === "active";
  return { ...current, isWriter, mayWrite, list: `/dashboard/${organisationId}/projects/${projectId}/functions` };
}

export interface FunctionPage extends FunctionsPage {
  /** The function's project and name. */
  at: { projectId: string; name: string };
  /** `null` where the operator has switched functions off. */
  shown: ProjectFunction | null;
  /** The address of the function's first page. */
  home: string;
}

/** Shows the not-found page for a function that doesn't exist. */
export async function requireFunctionPage({ name, ...place }: Place & { name: string }): Promise<FunctionPage> {
  const current = await requireFunctionsPage(place);
  const at = { projectId: place.projectId, name };
  const shown = await orNotFound(() => whereOn(() => showFunction(current.ctx, at)));
  return { ...current, at, shown, home: `${current.list}/${name}` };
}

/** Returns `null` where the operator has switched functions off. */
export async function whereOn<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError && error.code === "feature_disabled") return null;
    throw error;
  }
}
