export interface AuditEvent {
  id: string;
  action: string;
  actorKind: string;
  actorId: string;
  /** The address is that of the account behind a member or a user, as long as the account exists. */
  actorEmail: string | null;
  targetId: string;
  requestId: string;
  address: string | null;
  /** The data never holds a secret. */
  data: unknown;
  /** The time is ISO 8601, UTC. */
  createdAt: string;
}
