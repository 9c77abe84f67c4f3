import type { Context } from "@/lib/core/context";
import { withTransaction } from "./transaction";

export function withAdvisoryLock<T>(ctx: Context, name: string, work: (tx: Context) => Promise<T>): Promise<T> {
  return withTransaction(ctx, async (tx) => {
    await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
    return work(tx);
  });
}
