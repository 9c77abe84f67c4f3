import type { Context } from "@/lib/core/context";
import { DAY_MS, KEPT_DAYS } from "./metrics";

/** Deletes usage that is older than its retention. */
export async function sweepUsage(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS);
  await ctx.db.$executeRaw`delete from usage_hour where hour < ${before}`;
}
