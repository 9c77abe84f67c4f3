import type { CommandSession } from "@/lib/cli/command-line";
import { MailerError } from "@/lib/core/ports/mailer";
import { type Check, fail, ok, reasonOf } from "./checks";

/** Signs in to the mail server, and sends nothing. */
export async function checkMail({ ctx, environment }: CommandSession): Promise<Check[]> {
  if (environment.smtpUrl === null) return [ok("mail", "no SMTP_URL; emails stay in the inbox")];
  try {
    await ctx.mail.mailer.check();
    return [ok("mail", "the mail server answers")];
  } catch (error) {
    const reason = error instanceof MailerError ? error.message : reasonOf(error);
    return [fail("mail", reason, "Start the mail server, or correct SMTP_URL. Emails wait until then.")];
  }
}
