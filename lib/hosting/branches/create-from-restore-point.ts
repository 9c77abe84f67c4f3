import type { Context } from "@/lib/core/context";
import { type BranchResult, makeBranch } from "./make";

/**
 * Makes a branch of what a database was at a restore point; the database goes on undisturbed. Throws
 * `database_not_found`, `not_found`, `limit_reached`, `name_taken`, `database_not_ready`, `host_unavailable`.
 */
export function createBranchFrom(
  ctx: Context,
  { databaseId, restorePointId, name }: { databaseId: string; restorePointId: string; name: string },
): Promise<BranchResult> {
  return makeBranch(ctx, { databaseId, restorePointId, name });
}
