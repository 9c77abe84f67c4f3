import { ServiceError } from "@/lib/core/errors";
export interface Invitation {
  id: string;
  email: string;
  role: string;
  /** Times are ISO 8601, UTC. */
  createdAt: string;
  expiresAt: string;
}

interface InvitationRow {
  id: string;
  email: string;
  role: string;
  createdAt: Date;
  expiresAt: Date;
}

export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

export function invitationNotFound(): ServiceError {
  return new ServiceError("not_found", "Invitation not found. It may have been revoked or expired.");
}
