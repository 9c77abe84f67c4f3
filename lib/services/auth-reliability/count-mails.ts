import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { type AuthWindow, WINDOW_NAMES, WINDOWS, type WindowName } from "./resource";

type MailCounts = AuthWindow["mails"];

/** Returns how the mails that were asked for in each window stand. */
export async function countMails(ctx: Context): Promise<Map<WindowName, MailCounts>> {
  const now = ctx.clock.now().getTime();
  const windows = WINDOW_NAMES.map(
    (name) => Prisma.sql`(${name}::text, ${new Date(now - WINDOWS[name] * 60_000)}::timestamptz)`,
  );
  const rows = await ctx.db.$queryRaw<(MailCounts & { window: WindowName })[]>`
    select w.name as window,
      (count(*) filter (where m.status = 'sent'))::int as sent,
      (count(*) filter (where m.status in ('failed', 'bounced', 'expired')))::int as failed,
      (count(*) filter (where m.status = 'queued'))::int as waiting
    from (values ${Prisma.join(windows)}) as w (name, since)
    join mail_message m on m.created_at > w.since
    group by w.name
    order by w.name`;
  return new Map(rows.map(({ window, ...counts }) => [window, counts]));
}
