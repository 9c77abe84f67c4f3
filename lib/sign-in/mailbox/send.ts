import type { MailContents, MailKind } from "@/lib/sign-in/mail/messages";
import { queueMail, queueNothing } from "@/lib/sign-in/mail/queue";
import type { UserContext } from "../context";
import { localeOf } from "../flow/locale";

type Proof =
  | "sign-in"
  | "email-verification"
  | "password-reset"
  | "change-email-confirmation"
  | "change-email-verification";
type Notice = Exclude<MailKind, Proof>;

interface ProofMail<Kind extends Proof> {
  kind: Kind;
  to: string;
  content: MailContents[Kind];
  sendBefore: Date;
}

/** Queues a mail with a link or code in the caller's transaction; `isSent: false` does the same work without a mail. */
export async function sendProof<Kind extends Proof>(
  ctx: UserContext,
  mail: ProofMail<Kind>,
  { isSent }: { isSent: boolean },
): Promise<void> {
  const queue = isSent ? queueMail : queueNothing;
  await queue<Kind>(ctx, { ...mail, projectId: ctx.project.id, locale: localeOf(ctx) });
}

export async function sendNotice<Kind extends Notice>(
  ctx: UserContext,
  mail: { kind: Kind; to: string; content: MailContents[Kind] },
): Promise<void> {
  await queueMail<Kind>(ctx, { ...mail, projectId: ctx.project.id, locale: localeOf(ctx) });
}
