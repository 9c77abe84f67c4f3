import { WORKER } from "@/lib/core/access/service-actor";

export interface AuditEvent {
  id: string;
  action: string;
  /** `service` is a job of the service itself, such as a schedule. */
  actorKind: string;
  actorId: string;
  /** The address is that of the account behind a member or a user; of one who is gone, what the log has. */
  actorEmail: string | null;
  targetId: string;
  requestId: string;
  address: string | null;
  /** The data never holds a secret. */
  data: unknown;
  /** The time is ISO 8601, UTC. */
  createdAt: string;
}

interface AuditRow extends Omit<AuditEvent, "actorEmail" | "createdAt"> {
  organisationId: string;
  createdAt: Date;
}

export function toAuditEvent(row: AuditRow, emails: ReadonlyMap<string, string>): AuditEvent {
  const { organisationId: _, actorKind, actorId, createdAt, ...event } = row;
  return {
    ...event,
    actorKind: actorKind === WORKER.kind && actorId === WORKER.id ? "service" : actorKind,
    actorId,
    actorEmail: emails.get(actorId) ?? null,
    createdAt: createdAt.toISOString(),
  };
}
