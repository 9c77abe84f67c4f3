import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { hasPermission, type Permission } from "./permissions";

/**
 * Lets the operator pass, and a member of the organisation whose role holds the permission. A management key may never
 * change keys, members, projects or the organisation. Strangers get `not_found`, so that nothing shows what exists.
 */
export function requireMemberPermission(ctx: Context, organisationId: string, permission: Permission): void {
  const { actor } = ctx;
  if (actor.kind === "operator") return;
  if (actor.kind === "anonymous") throw new ServiceError("unauthorized", "Sign in first.");
  if (actor.kind === "public-key" || actor.kind === "server-key" || actor.kind === "hosted-page") {
    throw new ServiceError("missing_permission", "A project's key cannot manage keys, projects or the organisation.");
  }
  if (actor.kind === "user" || actor.organisationId !== organisationId) throw organisationNotFound();
  if (actor.kind === "management-key") {
    throw new ServiceError(
      "missing_permission",
      "A management key cannot manage keys, members, projects or the organisation.",
    );
  }
  if (!hasPermission(actor.role, permission)) {
    throw new ServiceError("missing_permission", `The role ${actor.role} lacks the permission ${permission}.`);
  }
}

/** For what only the operator of the installation may do. */
export function requireOperator(ctx: Context): void {
  if (ctx.actor.kind !== "operator") {
    throw new ServiceError("missing_permission", "Only the operator of the installation may do this.");
  }
}

/** The account that is signed in. Throws `unauthorized` to everybody else. */
export function requireUser(ctx: Context): string {
  if (ctx.actor.kind !== "user") throw new ServiceError("unauthorized", "Sign in first.");
  return ctx.actor.id;
}

export function organisationNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no such organisation.");
}
