import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";

/** Every action the audit trail knows, as noun and verb. */
export const AUDIT_ACTIONS = [
  "organisation.create",
  "organisation.set_plan",
  "organisation.set_flag",
  "organisation.rename",
  "organisation.delete",
  "member.add",
  "member.set_role",
  "member.remove",
  "member.leave",
  "member.transfer_ownership",
  "invitation.create",
  "invitation.revoke",
  "invitation.accept",
  "invitation.decline",
  "account.request_deletion",
  "account.cancel_deletion",
  "account.delete",
  "key.create",
  "key.revoke",
  "host.add",
  "host.drain",
  "host.remove",
  "secrets.rotate",
  "project.create",
  "project.rename",
  "project.update_settings",
  "project.set_logo",
  "project.remove_logo",
  "project.suspend",
  "project.unsuspend",
  "project_key.create",
  "project_key.revoke",
  "test_token.create",
  "test_token.revoke",
  "signing_key.rotate",
  "signing_key.revoke",
  "project_provider.set",
  "project_provider.remove",
  "sender_domain.set",
  "sender_domain.verify",
  "sender_domain.unverify",
  "sender_domain.remove",
  "user.import",
  "user.ban",
  "user.unban",
  "user.delete",
  "user.end_sessions",
  "user.require_reset",
  "database.create",
  "database.branch",
  "database.delete",
  "database.reveal_connection_string",
  "database.rotate_credential",
  "database.restore_password",
  "database.set_restore_schedule",
  "database.run_statement",
  "database.undo_change",
  "shell_role.create",
  "restore_point.create",
  "restore_point.delete",
  "restore_point.restore",
  "restore_point.branch",
  "saved_query.create",
  "saved_query.update",
  "saved_query.delete",
  "collection.create",
  "collection.delete",
  "collection.import",
  "collection.set_schema",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A value JSON can hold; `data` never holds a secret. */
type AuditValue = string | number | boolean | null | readonly string[];

export interface AuditEntry {
  /** `null` for a change that belongs to no organisation, such as a host. */
  organisationId: string | null;
  action: AuditAction;
  targetId: string;
  data?: Record<string, AuditValue>;
}

/** The organisation id under which changes to the service itself are kept. */
export const SERVICE_SCOPE = "service";

/** Writes the audit row in the caller's transaction, so that a change without its trace cannot be committed. */
export async function recordAudit(ctx: Context, entry: AuditEntry): Promise<void> {
  await ctx.db.auditEvent.create({
    data: {
      id: createId("audit", ctx.random),
      organisationId: entry.organisationId ?? SERVICE_SCOPE,
      actorKind: ctx.actor.kind,
      actorId: ctx.actor.id,
      action: entry.action,
      targetId: entry.targetId,
      requestId: ctx.requestId,
      address: ctx.clientAddress,
      ...(entry.data && { data: { ...entry.data } }),
      createdAt: ctx.clock.now(),
    },
    select: { id: true },
  });
}
