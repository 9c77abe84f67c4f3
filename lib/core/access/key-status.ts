import { oneLineName } from "../names";

/** The name of a management key or of a project's key. */
export const KeyName = oneLineName(64);

export type KeyStatus = "active" | "expired" | "revoked";

/** Returns what a key is worth at `now`; a revoked key stays revoked after its expiry. */
export function keyStatus(row: { expiresAt: Date | null; revokedAt: Date | null }, now: Date): KeyStatus {
  if (row.revokedAt) return "revoked";
  return row.expiresAt && row.expiresAt <= now ? "expired" : "active";
}
