import type { Context } from "@/lib/core/context";
import { withTransaction } from "./transaction";

/** Runs `work` in a transaction while no other process does work under the same name; the lock ends with the transaction. */
export function withAdvisoryLock<T>(ctx: Context, name: string, work: (tx: Context) => Promise<T>): Promise<T> {
  return withTransaction(ctx, async (tx) => {
    await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
    return work(tx);
  });
}
