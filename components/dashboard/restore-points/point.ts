import type { ListedRestorePoint } from "@/lib/hosting/restore-points/resource";

const MAKERS: Record<string, string> = { operator: "by the schedule", "management-key": "by an API key" };

export function makerOf({ madeBy, createdByKind }: ListedRestorePoint): string {
  return madeBy ?? MAKERS[createdByKind] ?? "by somebody who has left";
}
