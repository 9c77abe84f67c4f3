import type { Context } from "@/lib/core/context";
import { SMTP_LIMITS, SmtpMailer } from "@/lib/infra/mail/smtp-mailer";
import type { ServiceContext } from "@/lib/runtime";
import type { MailContents, MailKind } from "@/lib/sign-in/mail/messages";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { createOrganisation, makeContext } from "./context";
import { insertProject } from "./projects";

/** Short, so that a test of a server that hangs does not. */
export const SHORT_LIMITS = { ...SMTP_LIMITS, connectMs: 500, greetingMs: 500, replyMs: 500, totalMs: 1_500 };

export const LINK = "https://shop.example.com/auth/sign-in?token=t0k3n-t0k3n-t0k3n";
export const CODE = "481516";

/** A context whose mails go to this mail server. */
export async function mailContext(
  url: string,
  options: Parameters<typeof makeContext>[0] = {},
): Promise<ServiceContext> {
  const mailer = new SmtpMailer(url, "coppice.example", SHORT_LIMITS);
  return makeContext({ ...options, mail: { mailer, ...options.mail } });
}

/** A queued mail with a link and a code, of a project of its own. */
export async function queueSignInMail(
  ctx: Context,
  options: { to?: string; projectName?: string; settings?: unknown; sendBefore?: Date; locale?: string } = {},
): Promise<{ id: string; to: string; projectId: string }> {
  const content = { link: LINK, code: CODE, expiresInMinutes: 10 };
  return queueMailOf(ctx, "sign-in", content, options);
}

let count = 0;

export async function queueMailOf<Kind extends MailKind>(
  ctx: Context,
  kind: Kind,
  content: MailContents[Kind],
  options: { to?: string; projectName?: string; settings?: unknown; sendBefore?: Date; locale?: string } = {},
): Promise<{ id: string; to: string; projectId: string }> {
  count += 1;
  const { to = `reader${count}-${process.pid}@example.com`, projectName: name, settings, ...rest } = options;
  const { id: projectId } = await insertProject(await createOrganisation(), { settings, ...(name ? { name } : {}) });
  return { id: await queueMail(ctx, { projectId, kind, to, content, ...rest }), to, projectId };
}

/** The row as it is now. */
export function mailRow(ctx: Context, id: string) {
  return ctx.db.mailMessage.findUniqueOrThrow({
    where: { id },
    select: { status: true, attempts: true, failure: true, content: true, sentAt: true },
  });
}
