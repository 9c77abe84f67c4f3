import type { z } from "zod";
import type { Context } from "@/lib/core/context";
import { DatabaseInput, NamedInput } from "@/lib/hosting/databases/name";
import { type BranchResult, makeBranch } from "./make";

export const CreateBranchInput = NamedInput.extend(DatabaseInput.shape);

/**
 * Copies a database into a new one with its own role; the parent is closed meanwhile, and its sessions are ended.
 * Throws `database_not_found`, `limit_reached`, `name_taken`, `database_not_ready`, `host_unavailable`.
 */
export function createBranch(ctx: Context, input: z.infer<typeof CreateBranchInput>): Promise<BranchResult> {
  return makeBranch(ctx, { ...input, restorePointId: null });
}
