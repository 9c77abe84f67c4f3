import "server-only";
import type { Logger } from "pino";
import type { Mailer, OutgoingMail } from "@/lib/core/ports/mailer";
import { SERVICE } from "@/lib/core/service";

/** Sends nothing: a mail stays in the control plane, and the log names the command that shows it, without its text. */
export class DevelopmentInbox implements Mailer {
  readonly keepsMail = true;
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  async send({ id }: OutgoingMail): Promise<void> {
    this.#log.info({ mailId: id }, `a mail is in the inbox: npm run ${SERVICE.slug} -- inbox show ${id}`);
  }

  async close(): Promise<void> {}
}
