import { type KeyStatus, keyStatus } from "@/lib/core/access/key-status";
import type { ProjectKeyKind, ProjectKeyScope } from "@/lib/core/access/project-key-scope";

export interface ProjectKey {
  id: string;
  projectId: string;
  kind: ProjectKeyKind;
  scope: ProjectKeyScope;
  name: string;
  /** The part of the secret that may be shown: its prefix and last four characters. */
  hint: string;
  status: KeyStatus;
  /** The id of the member, or `command-line`. */
  createdBy: string;
  /** Times are ISO 8601, UTC. */
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
}

export interface CreatedProjectKey extends ProjectKey {
  /** The bearer secret, which only this answer shows; the database keeps its hash. */
  secret: string;
}

interface ProjectKeyRow {
  id: string;
  projectId: string;
  kind: string;
  scope: string;
  name: string;
  hint: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
}

export function toProjectKey(row: ProjectKeyRow, now: Date): ProjectKey {
  return {
    id: row.id,
    projectId: row.projectId,
    // A check constraint limits both columns to these values.
    kind: row.kind as ProjectKeyKind,
    scope: row.scope as ProjectKeyScope,
    name: row.name,
    hint: row.hint,
    status: keyStatus(row, now),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedAddress: row.lastUsedAddress,
  };
}
