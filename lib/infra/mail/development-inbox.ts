import "server-only";
import type { Logger } from "pino";
import type { Mailer, OutgoingMail } from "@/lib/core/ports/mailer";
import { SERVICE } from "@/lib/core/service";

/** Sends nothing: a mail stays in the control plane, and the log says where it can be read, without its text. */
export class DevelopmentInbox implements Mailer {
  readonly keepsMail = true;
  readonly #log: Logger;
  readonly #pageUrl: string | null;

  /** `pageUrl` is the address of the inbox page, where there is one. */
  constructor(log: Logger, pageUrl: string | null) {
    this.#log = log;
    this.#pageUrl = pageUrl;
  }

  async check(): Promise<void> {}

  async send({ id }: OutgoingMail): Promise<void> {
    const page = this.#pageUrl === null ? "" : `${this.#pageUrl}/${id} or `;
    this.#log.info({ mailId: id }, `a mail is in the inbox: ${page}npm run ${SERVICE.slug} -- inbox show ${id}`);
  }

  async close(): Promise<void> {}
}
