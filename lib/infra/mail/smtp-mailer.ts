import "server-only";
import type { Transporter } from "nodemailer";
import { type Mailer, MailerError, type OutgoingMail } from "@/lib/core/ports/mailer";
import { parseSmtpUrl } from "./smtp-server-url";

export interface SmtpLimits {
  /** DNS, TCP and TLS. */
  connectMs: number;
  greetingMs: number;
  /** Between two answers of the server. */
  replyMs: number;
  /** A mail as a whole, however the server drips. */
  totalMs: number;
  connections: number;
}

export const SMTP_LIMITS: SmtpLimits = {
  connectMs: 10_000,
  greetingMs: 10_000,
  replyMs: 20_000,
  totalMs: 45_000,
  connections: 5,
};

/** Below the five minutes after which servers hang up. */
const IDLE_MS = 30_000;

/** Sends through one mail server over a few connections that stay open between mails. */
export class SmtpMailer implements Mailer {
  readonly keepsMail = false;
  readonly #url: string;
  readonly #clientName: string;
  readonly #limits: SmtpLimits;
  #transporter: Promise<Transporter> | null = null;

  /** `clientName` is what it calls itself in EHLO. */
  constructor(url: string, clientName: string, limits: SmtpLimits = SMTP_LIMITS) {
    this.#url = url;
    this.#clientName = clientName;
    this.#limits = limits;
  }

  async send(mail: OutgoingMail, signal: AbortSignal): Promise<void> {
    this.#transporter ??= this.#connect();
    const transporter = await this.#transporter;
    const { from, to, replyTo, subject, text, html, messageId, signer } = mail;
    try {
      await transporter.sendMail({
        ...{ from, to: { name: "", address: to }, subject, text, html, messageId },
        ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
        envelope: { from: from.address, to: [to] },
        // No machine is to answer it (RFC 3834, section 5).
        headers: { "Auto-Submitted": "auto-generated" },
        ...(signer === null
          ? {}
          : { dkim: { domainName: signer.domain, keySelector: signer.selector, privateKey: signer.privateKey } }),
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.#limits.totalMs)]),
      });
    } catch (error) {
      throw toMailerError(error);
    }
  }

  async close(): Promise<void> {
    (await this.#transporter)?.close();
  }

  /** Loaded with the first mail: most processes never send one. */
  async #connect(): Promise<Transporter> {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      ...parseSmtpUrl(this.#url),
      pool: true,
      name: this.#clientName,
      maxConnections: this.#limits.connections,
      idleTimeout: IDLE_MS,
      // Every attempt is the job's, which counts them: one that a lost connection ends may have been taken.
      maxRequeues: 0,
      connectionTimeout: this.#limits.connectMs,
      greetingTimeout: this.#limits.greetingMs,
      dnsTimeout: this.#limits.connectMs,
      socketTimeout: this.#limits.replyMs,
    });
  }
}

/** The installation's fault, which can be mended, not the mail's (RFC 4954, section 6). */
const ABOUT_THE_CLIENT = new Set([530, 534, 535, 538]);

function toMailerError(error: unknown): MailerError {
  const { code, response, responseCode, command, message } = error as Record<string, unknown>;
  if (code === "EAUTH")
    return new MailerError(`The mail server refused the sign-in (${responseCode ?? "no code"}).`, false);
  if (code === "EABORT") return new MailerError("The mail server took too long.", false);
  if (typeof response === "string" && typeof responseCode === "number") {
    const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
    const isPermanent = isAboutMail && isPermanentReply(responseCode);
    return new MailerError(`${String(command)}: ${response}`, isPermanent);
  }
  // Addresses that nodemailer itself does not let through, such as one with a line break.
  if (code === "EENVELOPE") return new MailerError("The address cannot be used.", true);
  return new MailerError(
    `The mail server cannot be reached: ${String(message)} (${String(code ?? "unknown")}).`,
    false,
  );
}

/** RFC 5321, section 4.2.1; 503 is about the order of commands, not about the mail. */
function isPermanentReply(responseCode: number): boolean {
  return responseCode >= 500 && responseCode !== 503 && !ABOUT_THE_CLIENT.has(responseCode);
}
