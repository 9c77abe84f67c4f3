import { oneLineName } from "../names";

export const KeyName = oneLineName(64);

export type KeyStatus = "active" | "expired" | "revoked";

export function keyStatus(row: { expiresAt: Date | null; revokedAt: Date | null }, now: Date): KeyStatus {
  if (row.revokedAt) return "revoked";
  return row.expiresAt && row.expiresAt <= now ? "expired" : "active";
}
