import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { UserAddress } from "./user-address";

/** So many users are changed together. */
export const MOST_AT_ONCE = 100;

/** Returns a function that calls `verb`, which authorises, for each of several users: for all of them or for none. */
export function forSeveralUsers<Input extends object>(
  verb: (ctx: Context, input: UserAddress & Input) => Promise<unknown>,
) {
  return async (
    ctx: Context,
    { userIds, ...input }: Input & { projectId: string; userIds: readonly string[] },
  ): Promise<{ users: number }> => {
    const ids = [...new Set(userIds)].sort();
    await withTransaction(ctx, async (tx) => {
      for (const userId of ids) await verb(tx, { ...(input as unknown as Input & { projectId: string }), userId });
    });
    return { users: ids.length };
  };
}
