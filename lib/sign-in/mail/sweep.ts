import type { Context } from "@/lib/core/context";

const DAY_MS = 86_400_000;
const ROW_DAYS = 30;
/** How long the development inbox can be read. */
const CONTENT_DAYS = 7;

/** Deletes old mails, and sooner the content of those in the development inbox. */
export async function sweepMails(ctx: Context): Promise<void> {
  const ago = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);
  await ctx.db.mailMessage.deleteMany({ where: { createdAt: { lt: ago(ROW_DAYS) } } });
  await ctx.db.mailMessage.updateMany({
    where: { status: "sent", content: { not: null }, createdAt: { lt: ago(CONTENT_DAYS) } },
    data: { content: null },
  });
}
