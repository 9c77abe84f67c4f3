import type { Actor, Context, RequestSubject } from "./context";
import { isId } from "./ids";

/** Adds facts to the subject of a request; a later one wins. Work without a request has no subject. */
export function noteSubject(ctx: { subject?: RequestSubject }, facts: RequestSubject): void {
  if (ctx.subject) Object.assign(ctx.subject, facts);
}

/** Notes the project that a request names before anything of it is known to be true: an id that no project has finds none. */
export function notePath(ctx: Context, { projectId }: { projectId?: string }): void {
  if (isId("project", projectId)) noteSubject(ctx, { projectId: projectId ?? "" });
}

/** Returns the facts that are known of a request once it is answered. The project of its key or user comes before the named one. */
export function answeredSubject(ctx: Context): RequestSubject {
  return { ...ctx.subject, ...actorSubject(ctx.actor) };
}

export function actorSubject(actor: Actor): RequestSubject {
  switch (actor.kind) {
    case "public-key":
    case "server-key":
    case "scim-token":
      return { projectId: actor.projectId, keyId: actor.id };
    case "end-user":
      return { projectId: actor.projectId, userId: actor.id };
    case "management-key":
      return { keyId: actor.id };
    default:
      return {};
  }
}
