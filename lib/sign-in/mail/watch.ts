import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "@/lib/core/context";
import { type ListedMail, type ListMailsInput, listMails } from "./list";

const POLL_MS = 500;
/** A row is seen when its transaction commits, which is later than its `createdAt`. */
const OVERLAP_MS = 60_000;
const AT_ONCE = 200;

/** Yields every mail that is queued from now on, until its reader stops. */
export async function* watchMails(ctx: Context, { to }: Pick<ListMailsInput, "to">): AsyncGenerator<ListedMail> {
  const look = () => listMails(ctx, { to, since: new Date(ctx.clock.now().getTime() - OVERLAP_MS), limit: AT_ONCE });
  let seen = new Set((await look()).map(({ id }) => id));
  for (;;) {
    const mails = await look();
    for (const mail of mails) if (!seen.has(mail.id)) yield mail;
    seen = new Set(mails.map(({ id }) => id));
    await delay(POLL_MS);
  }
}
