import type { Actor } from "@/lib/core/context";
import { projectSuspended, requireServerKeyScope } from "@/lib/sign-in/project-keys/authorise";
import { projectNotFound } from "@/lib/sign-in/projects/in-organisation";
import type { RouteDefinition } from "../definition";
import type { KeyProject } from "./authenticate-server-key";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** A suspended project can only be read. Throws `key_scope_too_narrow` or `project_suspended`. */
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

/** Throws the same `project_not_found` for another project's id and for an unknown one. */
export function requireOwnProject(project: KeyProject, projectId: unknown): void {
  if (projectId !== project.id) throw projectNotFound();
}
