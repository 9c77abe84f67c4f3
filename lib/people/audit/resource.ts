export interface AuditEvent {
  id: string;
  action: string;
  actorKind: string;
  actorId: string;
  /** The address of the account behind a member or a user, as long as it is there. */
  actorEmail: string | null;
  targetId: string;
  requestId: string;
  address: string | null;
  /** Never a secret. */
  data: unknown;
  /** ISO 8601, UTC. */
  createdAt: string;
}
