import type { Context } from "@/lib/core/context";
import { unbanUser } from "./unban";

/** More bans than this end at the next run. */
const MOST_AT_ONCE = 500;

/** Lifts the bans whose end has come. */
export async function endDueBans(ctx: Context): Promise<void> {
  const dueAt = ctx.clock.now();
  const due = await ctx.db.user.findMany({
    where: { bannedUntil: { lte: dueAt }, project: { deletedAt: null } },
    select: { id: true, projectId: true },
    orderBy: { bannedUntil: "asc" },
    take: MOST_AT_ONCE,
  });
  for (const { id: userId, projectId } of due) {
    try {
      await unbanUser(ctx, { projectId, userId, dueAt });
    } catch (error) {
      ctx.log.error({ err: error, userId }, "a ban that is due was not lifted");
    }
  }
}
