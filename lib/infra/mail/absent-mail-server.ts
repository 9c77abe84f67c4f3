import "server-only";
import { type Mailer, MailerError } from "@/lib/core/ports/mailer";

/** Stands for the mail server in production where none is set up: mails wait until there is one, or until they expire. */
export class AbsentMailServer implements Mailer {
  readonly keepsMail = false;

  async check(): Promise<void> {
    throw absent();
  }

  async send(): Promise<void> {
    throw absent();
  }

  async close(): Promise<void> {}
}

const absent = () => new MailerError("No mail server is set up.", false);
