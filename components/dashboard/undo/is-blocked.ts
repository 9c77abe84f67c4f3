import type { UndoPreview } from "@/lib/sql/data-changes/resource";

/** Returns whether the change cannot be undone now. */
export function isBlocked(preview: UndoPreview): boolean {
  return preview.kind === "rows" ? preview.conflictCount > 0 || preview.message !== null : preview.keptAt === null;
}
