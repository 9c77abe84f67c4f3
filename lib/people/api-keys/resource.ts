import { type KeyStatus, keyStatus } from "@/lib/core/access/key-status";
import type { Person } from "@/lib/people/members/resource";

export interface ManagementKey {
  id: string;
  name: string;
  /** The hint shows the prefix and the last four characters of the secret. */
  hint: string;
  status: KeyStatus;
  memberId: string;
  memberEmail: string;
  /** The name that the member gave; empty where none was. */
  memberName: string;
  /** A key of the whole organisation has `null`. */
  databaseId: string | null;
  readOnly: boolean;
  /** Times are ISO 8601, UTC. */
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
}

interface KeyRow {
  id: string;
  name: string;
  hint: string;
  memberId: string;
  member: { user: Person };
  databaseId: string | null;
  readOnly: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
}

export function toManagementKey(row: KeyRow, now: Date): ManagementKey {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    status: keyStatus(row, now),
    memberId: row.memberId,
    memberEmail: row.member.user.email,
    memberName: row.member.user.name,
    databaseId: row.databaseId,
    readOnly: row.readOnly,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedAddress: row.lastUsedAddress,
  };
}
