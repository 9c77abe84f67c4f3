import type { ListedRestorePoint } from "@/lib/hosting/restore-points/resource";

const MAKERS: Record<string, string> = { operator: "by schedule", "management-key": "by an API key" };

export function makerOf({ madeBy, createdByKind }: ListedRestorePoint): string {
  return madeBy?.name || madeBy?.email || MAKERS[createdByKind] || "by a former member";
}
