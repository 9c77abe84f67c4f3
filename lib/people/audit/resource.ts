import { WORKER } from "@/lib/core/access/service-actor";
import type { Person } from "@/lib/people/members/resource";

export interface AuditEvent {
  id: string;
  action: string;
  /** `service` is a job of the service itself, such as a schedule. */
  actorKind: string;
  actorId: string;
  /** The address is that of the account behind a member or a user; of one who is gone, the address in the log. */
  actorEmail: string | null;
  /** The name of that account; empty where none was given, `null` for another kind of actor. */
  actorName: string | null;
  targetId: string;
  requestId: string;
  address: string | null;
  /** The data never holds a secret. */
  data: unknown;
  /** The time is ISO 8601, UTC. */
  createdAt: string;
}

interface AuditRow extends Omit<AuditEvent, "actorEmail" | "actorName" | "createdAt"> {
  organisationId: string;
  createdAt: Date;
}

export function toAuditEvent(row: AuditRow, actors: ReadonlyMap<string, Person>): AuditEvent {
  const { organisationId: _, actorKind, actorId, createdAt, ...event } = row;
  return {
    ...event,
    actorKind: actorKind === WORKER.kind && actorId === WORKER.id ? "service" : actorKind,
    actorId,
    actorEmail: actors.get(actorId)?.email ?? null,
    actorName: actors.get(actorId)?.name ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** A piece of the sentence that tells of an event; its subject stands out. */
export interface SentencePiece {
  text: string;
  isSubject: boolean;
}
