import { type KeyStatus, keyStatus } from "@/lib/core/access/key-status";

export interface AdminKey {
  id: string;
  name: string;
  /** The hint shows the prefix and the last four characters of the secret. */
  hint: string;
  status: KeyStatus;
  /** Times are ISO 8601, UTC. */
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
}

interface AdminKeyRow {
  id: string;
  name: string;
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
}

export function toAdminKey(row: AdminKeyRow, now: Date): AdminKey {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    status: keyStatus(row, now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedAddress: row.lastUsedAddress,
  };
}
