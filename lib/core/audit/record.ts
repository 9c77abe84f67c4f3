import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { createId } from "@/lib/core/ids";
import type { AuditAction } from "./resource";

/** A value in an audit event must never be a secret. */
type AuditValue = string | number | boolean | null | readonly string[];

export interface AuditEntry {
  organisationId: string | null;
  action: AuditAction;
  targetId: string;
  data?: Record<string, AuditValue>;
}

export const SERVICE_SCOPE = "service";

/** Writes the audit row in the caller's transaction, so that no change can be committed without its trace. */
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

/** Returns the statement that writes the audit row, to be part of the statement of the change. */
export function insertAudit(ctx: Context, { organisationId, action, targetId, data }: AuditEntry): Prisma.Sql {
  const { actor } = ctx;
  return Prisma.sql`
    insert into audit_event
      (id, organisation_id, actor_kind, actor_id, action, target_id, request_id, address, data, created_at)
    values (${createId("audit", ctx.random)}, ${organisationId ?? SERVICE_SCOPE}, ${actor.kind}, ${actor.id}, ${action},
      ${targetId}, ${ctx.requestId}, ${ctx.clientAddress}, ${data ? JSON.stringify(data) : null}::jsonb, ${ctx.clock.now()})`;
}
