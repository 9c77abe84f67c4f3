import { RestorePointId } from "@/lib/core/id-schemas";
import type { PlanLimits } from "@/lib/core/plans";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import type { Kept } from "@/lib/hosting/kept-bytes/read";
import type { Person } from "@/lib/people/members/resource";

export const RestorePointInput = DatabaseInput.extend({ restorePointId: RestorePointId });

export const RESTORE_POINT_ORIGINS = ["manual", "schedule", "before-change", "before-restore"] as const;
export type RestorePointOrigin = (typeof RESTORE_POINT_ORIGINS)[number];

export interface RestorePoint {
  id: string;
  databaseId: string;
  name: string;
  origin: RestorePointOrigin;
  status: "creating" | "ready" | "deleting";
  /** The size of the copy when it was made, with the blocks it shares with the database; `null` while it is made. */
  sizeBytes: number | null;
  createdByKind: string;
  createdById: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** When the restore point expires; `null` for one that a member made and named. */
  expiresAt: string | null;
}

export const RESTORE_POINT_COLUMNS = {
  id: true,
  databaseId: true,
  copyId: true,
  name: true,
  origin: true,
  status: true,
  sizeBytes: true,
  createdByKind: true,
  createdById: true,
  createdAt: true,
  expiresAt: true,
} as const;

interface RestorePointRow extends Omit<RestorePoint, "origin" | "status" | "sizeBytes" | "createdAt" | "expiresAt"> {
  origin: string;
  status: string;
  sizeBytes: bigint | null;
  createdAt: Date;
  expiresAt: Date | null;
}

export function toRestorePoint(row: RestorePointRow): RestorePoint {
  return {
    id: row.id,
    databaseId: row.databaseId,
    name: row.name,
    origin: row.origin as RestorePointOrigin,
    status: row.status as RestorePoint["status"],
    sizeBytes: row.sizeBytes === null || row.status === "creating" ? null : Number(row.sizeBytes),
    createdByKind: row.createdByKind,
    createdById: row.createdById,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

export interface ListedRestorePoint extends RestorePoint {
  /** The member who made it; `null` for the service itself, or a member who has left. */
  madeBy: Person | null;
  /** The start of the statement that it was made for, with its secrets masked; `null` without one. */
  statement: string | null;
}

export interface RestorePoints {
  /** The restore points, newest first. */
  items: ListedRestorePoint[];
  /** The operation that changes the database at this moment, with its last step; `null` without one. */
  running: { kind: "restore-point" | "restore"; step: string } | null;
  schedule: Schedule;
  /** The time of the next scheduled restore point, ISO 8601, UTC; `null` without a schedule. */
  nextAt: string | null;
  retention: Retention & { plan: string };
  /** The bytes that the organisation keeps, and may keep, of all its databases. */
  kept: Kept;
}

export const SCHEDULES = ["off", "hourly", "daily", "weekly"] as const;

export type Schedule = (typeof SCHEDULES)[number];

/** The restore points that a plan keeps of one database. */
export type Retention = PlanLimits["restorePoints"];
