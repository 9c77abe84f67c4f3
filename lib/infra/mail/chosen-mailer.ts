import "server-only";
import type { Mailer, OutgoingMail } from "@/lib/core/ports/mailer";

/** Sends through the mail server that is chosen at the time; a change leaves mails on their way alone. */
export class ChosenMailer implements Mailer {
  readonly #choose: () => string | null;
  readonly #open: (url: string | null) => Mailer;
  #current: { url: string | null; mailer: Mailer } | null = null;

  /** `open` makes the mailer for a server's address, or the one for the lack of it. */
  constructor(choose: () => string | null, open: (url: string | null) => Mailer) {
    this.#choose = choose;
    this.#open = open;
  }

  get keepsMail(): boolean {
    return this.#mailer().keepsMail;
  }

  async check(): Promise<void> {
    await this.#mailer().check();
  }

  async send(mail: OutgoingMail, signal: AbortSignal): Promise<void> {
    await this.#mailer().send(mail, signal);
  }

  async close(): Promise<void> {
    await this.#current?.mailer.close();
  }

  #mailer(): Mailer {
    const url = this.#choose();
    if (this.#current?.url === url) return this.#current.mailer;
    void this.#current?.mailer.close();
    this.#current = { url, mailer: this.#open(url) };
    return this.#current.mailer;
  }
}
