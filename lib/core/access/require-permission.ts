import { hasPermission, type Permission } from "@/lib/core/access/permissions";
import type { Actor } from "@/lib/core/context";
import { type RefusedActor, ServiceError } from "@/lib/core/errors";

/** A read-only key may do only this: everything else counts as a write, revealing a credential included. */
const READ_PERMISSIONS: ReadonlySet<Permission> = new Set(["databases:read", "projects:read"]);

/** Throws `key_scope_too_narrow`, `read_only_key`, `management_not_enabled` or `missing_permission`, in this order. */
export function requirePermission(actor: Actor, permission: Permission): { organisationId: string } {
  if (actor.kind === "management-key") requireKeyGates(actor, permission);
  else if (actor.kind !== "member") throw missing(actor, permission);
  if (!hasPermission(actor.role, permission)) throw missing(actor, permission);
  return { organisationId: actor.organisationId };
}

export function isPermitted(actor: Actor, permission: Permission): boolean {
  try {
    requirePermission(actor, permission);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

function requireKeyGates(actor: Extract<Actor, { kind: "management-key" }>, permission: Permission): void {
  const options = { refused: refusedActor(actor, permission) };
  if (actor.databaseId !== null) {
    const message = "This key is limited to one database. Use an organisation-wide key.";
    throw new ServiceError("key_scope_too_narrow", message, options);
  }
  if (READ_PERMISSIONS.has(permission)) return;
  if (actor.readOnly) throw new ServiceError("read_only_key", "This key is read-only. Use a read-write key.", options);
  if (!actor.managementApi) {
    throw new ServiceError(
      "management_not_enabled",
      "The management API isn't enabled for this organisation. The operator can switch it on.",
      options,
    );
  }
}

function missing(actor: Actor, permission: Permission): ServiceError {
  const refused = refusedActor(actor, permission);
  return new ServiceError("missing_permission", `This needs the permission ${permission}.`, { refused });
}

export function refusedActor(actor: Actor, permission: string): RefusedActor {
  const organisationId = "organisationId" in actor ? actor.organisationId : null;
  return { actorKind: actor.kind, actorId: actor.id, organisationId, permission };
}
