import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { addMailJob } from "@/lib/core/queue/add";
import type { MailContents, MailKind } from "./messages";

export interface QueuedMail<Kind extends MailKind> {
  /** `null` for mails of the service itself. */
  projectId: string | null;
  kind: Kind;
  /** One address, which the caller has validated. */
  to: string;
  content: MailContents[Kind];
  /** The mail is not sent after this, when its link or code has expired. */
  sendBefore?: Date;
  /** BCP 47. */
  locale?: string;
  /** Its subject says that it is a test. */
  isTest?: boolean;
}

/**
 * Queues a mail in the caller's transaction, so that it exists exactly when its change does and the request takes
 * equally long without one. The content is sealed until it is sent. Returns the mail's id.
 */
export function queueMail<Kind extends MailKind>(ctx: Context, mail: QueuedMail<Kind>): Promise<string> {
  return insertMail(ctx, mail, true);
}

/** Inserts an expired, empty row in place of a mail, so that timing does not reveal whether the address has a user. */
export function queueNothing<Kind extends MailKind>(ctx: Context, mail: QueuedMail<Kind>): Promise<string> {
  return insertMail(ctx, mail, false);
}

async function insertMail<Kind extends MailKind>(
  ctx: Context,
  mail: QueuedMail<Kind>,
  isSent: boolean,
): Promise<string> {
  const { projectId, kind, to, content, sendBefore = null, locale = "en", isTest = false } = mail;
  const id = createId("mail", ctx.random);
  const sealed = ctx.sealer.seal(JSON.stringify(content), { table: "mail_message", column: "content", rowId: id });
  await ctx.db.mailMessage.create({
    data: {
      id,
      projectId,
      kind,
      recipient: to,
      locale,
      isTest,
      sendBefore,
      createdAt: ctx.clock.now(),
      status: isSent ? "queued" : "expired",
      content: isSent ? sealed : null,
    },
    select: { id: true },
  });
  await addMailJob(ctx, id, projectId);
  return id;
}
