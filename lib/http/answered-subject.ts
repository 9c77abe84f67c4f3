import type { Actor, Context } from "@/lib/core/context";
import { isId } from "@/lib/core/ids";
import { noteSubject, type RequestSubject } from "@/lib/core/request-subject";
import type { UserContext } from "@/lib/sign-in/context";

/** Notes the project that a request names before anything of it is known to be true: an id that no project has finds none. */
export function notePath(ctx: Context, { projectId }: { projectId?: string }): void {
  if (isId("project", projectId)) noteSubject(ctx, { projectId: projectId ?? "" });
}

/** Returns the facts that are known of a request once it is answered. The project of its key or user comes before the named one. */
export function answeredSubject(
  ctx: Context & Partial<Pick<UserContext, "project" | "session" | "attempt">>,
): RequestSubject {
  const userId = ctx.session?.user.id ?? ctx.attempt?.userId ?? null;
  return {
    ...ctx.subject,
    ...(ctx.project && { projectId: ctx.project.id }),
    ...(userId !== null && { userId }),
    ...actorSubject(ctx.actor),
  };
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
