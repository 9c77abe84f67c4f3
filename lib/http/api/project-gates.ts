import type { Actor } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { projectNotFound } from "@/lib/core/not-found";
import { projectSuspended, requireServerKeyScope } from "@/lib/sign-in/project-keys/authorise";
import type { RouteDefinition } from "../definition";
import type { KeyProject } from "./authenticate-server-key";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** A suspended project can only be read. Throws `key_scope_too_narrow` or `project_suspended`. */
export function requireProjectGates(
  { serverKeyScope, takesUsers }: Pick<RouteDefinition, "serverKeyScope" | "takesUsers">,
  actor: Actor,
  project: KeyProject,
  asked: { method: string; projectId: string | undefined },
): void {
  const isSafe = SAFE_METHODS.includes(asked.method);
  if (takesUsers && actor.kind !== "server-key") requireWritingKey(actor, isSafe);
  else if (serverKeyScope) requireServerKeyScope(actor, serverKeyScope);
  if (isSafe || asked.projectId !== project.id) return;
  if (project.status !== "active") throw projectSuspended();
}

function requireWritingKey(actor: Actor, isSafe: boolean): void {
  if (isSafe || actor.kind !== "public-key" || actor.scope === "read-write") return;
  throw new ServiceError("key_scope_too_narrow", "This public key only reads. Use one of scope read-write.");
}

/** Throws the same `project_not_found` for another project's id and for an unknown one. */
export function requireOwnProject(project: KeyProject, projectId: unknown): void {
  if (projectId !== project.id) throw projectNotFound();
}
