import type { Context } from "@/lib/core/context";

const DAY_MS = 86_400_000;
const ROW_DAYS = 30;
/** The development inbox can be read for this long. */
const CONTENT_DAYS = 7;

export async function sweepMails(ctx: Context): Promise<void> {
  const ago = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);
  await ctx.db.mailMessage.deleteMany({ where: { createdAt: { lt: ago(ROW_DAYS) } } });
  await ctx.db.mailMessage.updateMany({
    where: { status: "sent", content: { not: null }, createdAt: { lt: ago(CONTENT_DAYS) } },
    data: { content: null },
  });
}
