import type { Context } from "@/lib/core/context";
import { REPLAY_HOURS } from "./idempotency";

/** Deletes answers that are too old to be replayed; operations keep their history without them. */
export async function sweepIdempotencyRecords(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - REPLAY_HOURS * 3_600_000);
  await ctx.db.idempotencyRecord.deleteMany({ where: { createdAt: { lt: before } } });
}
