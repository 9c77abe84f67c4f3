import type { Actor } from "@/lib/core/context";
import { projectSuspended, requireServerKeyScope } from "@/lib/sign-in/project-keys/authorise";
import { projectNotFound } from "@/lib/sign-in/projects/in-organisation";
import type { RouteDefinition } from "../definition";
import type { KeyProject } from "./authenticate-server-key";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * What a route of a project asks of a server key before path and body are looked at. A suspended project can be read
 * only. Throws `key_scope_too_narrow`, `project_suspended`.
 */
export function requireProjectGates(
  { serverKeyScope }: RouteDefinition,
  actor: Actor,
  project: KeyProject,
  asked: { method: string; projectId: string | undefined },
): void {
  if (serverKeyScope) requireServerKeyScope(actor, serverKeyScope);
  if (SAFE_METHODS.includes(asked.method) || asked.projectId !== project.id) return;
  if (project.status === "suspended") throw projectSuspended();
}

/** Another project and one that never was are the same. Throws `project_not_found`. */
export function requireOwnProject(project: KeyProject, projectId: unknown): void {
  if (projectId !== project.id) throw projectNotFound();
}
