import type { z } from "zod";
import type { Context } from "@/lib/core/context";
import { NamedInput } from "@/lib/hosting/databases/name";
import { RestorePointInput } from "@/lib/hosting/restore-points/resource";
import { type BranchResult, makeBranch } from "./make";

export const CreateBranchFromInput = NamedInput.extend(RestorePointInput.shape);

/**
 * Makes a branch of a database's state at a restore point; the database stays in use. Throws `database_not_found`,
 * `not_found`, `limit_reached`, `name_taken`, `database_not_ready`, `host_unavailable`.
 */
export function createBranchFrom(
  ctx: Context,
  { databaseId, restorePointId, name }: z.infer<typeof CreateBranchFromInput>,
): Promise<BranchResult> {
  return makeBranch(ctx, { databaseId, restorePointId, name });
}
