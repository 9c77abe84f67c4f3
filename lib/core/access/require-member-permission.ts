import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { hasPermission, type Permission } from "./permissions";
import { refusedActor } from "./require-permission";

/**
 * Strangers get `not_found`, so that nothing shows the existence of a thing; a key always gets `missing_permission`.
 */
export function requireMemberPermission(ctx: Context, organisationId: string, permission: Permission): void {
  const { actor } = ctx;
  if (actor.kind === "operator") return;
  const options = { refused: refusedActor(actor, permission) };
  if (actor.kind === "anonymous") throw new ServiceError("unauthorized", "Sign in first.");
  if (actor.kind === "end-user")
    throw new ServiceError("missing_permission", "Users of an app can't do this.", options);
  if (actor.kind === "admin-key" || actor.kind === "operator-account") {
    throw new ServiceError(
      "missing_permission",
      "The operator's keys and pages can't act for an organisation.",
      options,
    );
  }
  if (actor.kind === "scim-token") {
    throw new ServiceError("missing_permission", "A directory only keeps its own people in step.", options);
  }
  if (
    actor.kind === "public-key" ||
    actor.kind === "server-key" ||
    actor.kind === "hosted-page" ||
    actor.kind === "sso-set-up"
  ) {
    const message = "A project's key can't manage keys, projects or the organisation.";
    throw new ServiceError("missing_permission", message, options);
  }
  if (actor.kind === "user" || actor.organisationId !== organisationId) throw organisationNotFound();
  if (actor.kind === "management-key") {
    const message = "A management key can't manage keys, members, projects or the organisation.";
    throw new ServiceError("missing_permission", message, options);
  }
  if (!hasPermission(actor.role, permission)) {
    const message = `Your role (${actor.role}) doesn't have the permission ${permission}.`;
    throw new ServiceError("missing_permission", message, options);
  }
}

export function requireOperator(ctx: Context): void {
  if (ctx.actor.kind !== "operator") {
    throw new ServiceError("missing_permission", "Only the operator can do this.");
  }
}

/**
 * Admits the operator by the command line, by an admin key and by the dashboard. Others learn nothing: they get
 * `unauthorized` without a sign-in or key, and `missing_permission` with one.
 */
export function requireAdministration(ctx: Context): void {
  const { kind } = ctx.actor;
  if (kind === "operator" || kind === "admin-key" || kind === "operator-account") return;
  if (kind === "anonymous") throw new ServiceError("unauthorized", "Sign in first.");
  throw new ServiceError("missing_permission", "Only the operator can do this.");
}

export function requireUser(ctx: Context): string {
  if (ctx.actor.kind !== "user") throw new ServiceError("unauthorized", "Sign in first.");
  return ctx.actor.id;
}

export function organisationNotFound(): ServiceError {
  return new ServiceError("not_found", "Organisation not found.");
}
