import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { addMailJob } from "@/lib/core/queue/add";
import type { MailContents, MailKind } from "./messages";

export interface QueuedMail<Kind extends MailKind> {
  /** The project it is sent for; `null` for the service's own. */
  projectId: string | null;
  kind: Kind;
  /** One address, checked. */
  to: string;
  content: MailContents[Kind];
  /** The end of what the mail holds; it is not sent after that. */
  sendBefore?: Date;
  /** BCP 47. */
  locale?: string;
}

/**
 * Queues a mail in the caller's transaction: it exists exactly when the change it is about does, a crash loses none,
 * and the request takes equally long whether or not one is sent. Its content is sealed until it is sent. Returns its
 * id.
 */
export function queueMail<Kind extends MailKind>(ctx: Context, mail: QueuedMail<Kind>): Promise<string> {
  return insertMail(ctx, mail, true);
}

/**
 * Does the work of a mail without sending one, so that the time it takes does not reveal whether the address has a
 * user: its row has expired from the start and holds nothing.
 */
export function queueNothing<Kind extends MailKind>(ctx: Context, mail: QueuedMail<Kind>): Promise<string> {
  return insertMail(ctx, mail, false);
}

async function insertMail<Kind extends MailKind>(
  ctx: Context,
  mail: QueuedMail<Kind>,
  isSent: boolean,
): Promise<string> {
  const { projectId, kind, to, content, sendBefore = null, locale = "en" } = mail;
  const id = createId("mail", ctx.random);
  const sealed = ctx.sealer.seal(JSON.stringify(content), { table: "mail_message", column: "content", rowId: id });
  await ctx.db.mailMessage.create({
    data: {
      id,
      projectId,
      kind,
      recipient: to,
      locale,
      sendBefore,
      createdAt: ctx.clock.now(),
      status: isSent ? "queued" : "expired",
      content: isSent ? sealed : null,
    },
    select: { id: true },
  });
  await addMailJob(ctx, id);
  return id;
}
