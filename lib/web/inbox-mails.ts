import "server-only";
import type { Actor, Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { listMails } from "@/lib/sign-in/mail/list";
import { type OpenedMail, openMail } from "@/lib/sign-in/mail/open";
import { loadMailRenderer } from "./load-mail-renderer";

const AT_MOST = 50;

/** The reader of the inbox page is the operator, as no one else reaches a service that has one. */
const OPERATOR: Actor = { kind: "operator", id: "inbox" };

interface ShownMail {
  id: string;
  at: string;
  to: string;
  subject: string;
  status: string;
}

/** Returns the newest mails, the newest first. The caller has asked `mayReadInbox`. */
export async function listInboxMails(ctx: Context): Promise<ShownMail[]> {
  const mails = await listMails({ ...ctx, actor: OPERATOR }, { limit: AT_MOST });
  return mails.reverse().map(({ id, createdAt, to, subject, status }) => ({ id, at: createdAt, to, subject, status }));
}

/** Returns the text of a mail; `null` where there is no such mail or its content is no longer kept. */
export async function readInboxMail(ctx: Context, mailId: string): Promise<OpenedMail | null> {
  return openMail({ ...ctx, actor: OPERATOR }, mailId, await loadMailRenderer()).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === "not_found") return null;
    throw error;
  });
}
