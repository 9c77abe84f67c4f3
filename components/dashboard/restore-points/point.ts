export interface ListedPoint {
  id: string;
  name: string;
  origin: "manual" | "schedule" | "before-change" | "before-restore";
  status: "creating" | "ready" | "deleting";
  /** `null` while it is made. */
  sizeBytes: number | null;
  createdByKind: string;
  /** Address of the member; `null` for anybody else. */
  madeBy: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** `null` for one that stays until it is deleted. */
  expiresAt: string | null;
}

export type Schedule = "off" | "hourly" | "daily" | "weekly";

/** What the plan keeps of one database. */
export interface Retention {
  plan: string;
  manual: number;
  scheduled: number;
  safety: number;
  days: number;
}

const MAKERS: Record<string, string> = { operator: "by the schedule", "management-key": "by an API key" };

export function makerOf({ madeBy, createdByKind }: ListedPoint): string {
  return madeBy ?? MAKERS[createdByKind] ?? "by somebody who has left";
}
