import type { Context } from "@/lib/core/context";
import type { MailContents, MailKind } from "@/lib/sign-in/mail/messages";
import { secretsIn } from "./exchanged-secrets";
import { usedSecrets } from "./used-secrets";

/** A mail as its template is given it: `content.link`, `content.code` and so on, by its kind. */
export type ReceivedMail = { [Kind in MailKind]: { id: string; kind: Kind; content: MailContents[Kind] } }[MailKind];

/**
 * The mails to this address, newest last, opened with the sealer of `ctx`: queued ones, and those in the development
 * inbox, which keeps the mails' content. In integration tests no worker runs, so a mail is here as soon as the verb
 * that queues it has ended; in conformance tests (`laneContext()`) as soon as the answer has come. No waiting is
 * needed.
 */
export async function mailsTo(ctx: Context, email: string): Promise<ReceivedMail[]> {
  const rows = await ctx.db.mailMessage.findMany({
    where: { recipient: email },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, kind: true, content: true },
  });
  return rows.flatMap(({ id, kind, content }) => {
    if (content === null) return [];
    const place = { table: "mail_message", column: "content", rowId: id };
    const opened = JSON.parse(ctx.sealer.open(content, place));
    for (const secret of secretsIn(opened)) usedSecrets.add(secret);
    return [{ id, kind, content: opened } as ReceivedMail];
  });
}

/** The newest mail of this kind to the address. Throws when there is none. */
export async function lastMailTo<Kind extends MailKind>(
  ctx: Context,
  email: string,
  kind: Kind,
): Promise<MailContents[Kind]> {
  const found = (await mailsTo(ctx, email)).findLast((mail) => mail.kind === kind);
  if (!found) throw new Error(`no mail ${kind} to ${email}`);
  return found.content as MailContents[Kind];
}
