import type { CommandSession } from "@/lib/cli/command-line";
import { MailerError } from "@/lib/core/ports/mailer";
import { type Check, fail, ok, reasonOf } from "./checks";

const ADVICE = "Start the mail server, or correct SMTP_URL or the stored setting of this name. Emails wait until then.";

/** Signs in to the mail server, and sends nothing. */
export async function checkMail({ ctx: { mail } }: CommandSession): Promise<Check[]> {
  if (mail.mailer.keepsMail) return [ok("mail", "no mail server; emails stay in the inbox")];
  try {
    await mail.mailer.check();
    return [ok("mail", "the mail server answers")];
  } catch (error) {
    const reason = error instanceof MailerError ? error.message : reasonOf(error);
    return [fail("mail", reason, ADVICE)];
  }
}
