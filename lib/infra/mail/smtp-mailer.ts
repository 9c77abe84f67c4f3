import "server-only";
import type { Transporter } from "nodemailer";
import { patienceSignal } from "@/lib/core/patience";
import { type Mailer, MailerError, type OutgoingMail } from "@/lib/core/ports/mailer";
import { parseSmtpUrl } from "./smtp-server-url";

export interface SmtpLimits {
  /** The limit for DNS, TCP and TLS together. */
  connectMs: number;
  greetingMs: number;
  /** The limit between two replies of the server. */
  replyMs: number;
  /** The limit for a whole mail, however slowly the server replies. */
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

/** Servers close a connection after five idle minutes; this is less. */
const IDLE_MS = 30_000;

/** Sends through one mail server over a few connections that stay open between mails. */
export class SmtpMailer implements Mailer {
  readonly keepsMail = false;
  readonly #url: string;
  readonly #clientName: string;
  readonly #limits: SmtpLimits;
  #transporter: Promise<Transporter> | null = null;

  /** `clientName` is the name given in EHLO. */
  constructor(url: string, clientName: string, limits: SmtpLimits = SMTP_LIMITS) {
    this.#url = url;
    this.#clientName = clientName;
    this.#limits = limits;
  }

  async send(mail: OutgoingMail, signal: AbortSignal): Promise<void> {
    this.#transporter ??= this.#connect();
    const transporter = await this.#transporter;
    const { from, to, returnAddress, replyTo, subject, text, html, messageId, signer } = mail;
    try {
      await transporter.sendMail({
        ...{ from, to: { name: "", address: to }, subject, text, html, messageId },
        ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
        envelope: { from: returnAddress ?? from.address, to: [to] },
        // This header keeps automatic replies away (RFC 3834, section 5).
        headers: { "Auto-Submitted": "auto-generated" },
        ...(signer === null
          ? {}
          : { dkim: { domainName: signer.domain, keySelector: signer.selector, privateKey: signer.privateKey } }),
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.any([signal, patienceSignal(this.#limits.totalMs)]),
      });
    } catch (error) {
      throw toMailerError(error);
    }
  }

  async check(): Promise<void> {
    this.#transporter ??= this.#connect();
    const transporter = await this.#transporter;
    try {
      await transporter.verify();
    } catch (error) {
      throw toMailerError(error);
    }
  }

  async close(): Promise<void> {
    (await this.#transporter)?.close();
  }

  /** Loads nodemailer with the first mail, since most processes never send one. */
  async #connect(): Promise<Transporter> {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      ...parseSmtpUrl(this.#url),
      pool: true,
      name: this.#clientName,
      maxConnections: this.#limits.connections,
      idleTimeout: IDLE_MS,
      // The job repeats and counts attempts. A mail may have been accepted although its connection was lost.
      maxRequeues: 0,
      connectionTimeout: this.#limits.connectMs,
      greetingTimeout: this.#limits.greetingMs,
      dnsTimeout: this.#limits.connectMs,
      socketTimeout: this.#limits.replyMs,
    });
  }
}

/** Replies about the service's own login (RFC 4954, section 6): the operator can mend it, and the mail is kept. */
const ABOUT_THE_CLIENT = new Set([530, 534, 535, 538]);

function toMailerError(error: unknown): MailerError {
  const { code, response, responseCode, command, message } = error as Record<string, unknown>;
  if (code === "EAUTH")
    return new MailerError(`The mail server refused the login (${responseCode ?? "no code"}).`, false);
  if (code === "EABORT") return new MailerError("The mail server took too long to respond.", false);
  if (typeof response === "string" && typeof responseCode === "number") {
    const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
    const isPermanent = isAboutMail && isPermanentReply(responseCode);
    const isOfRecipient = isPermanent && String(command) !== "MAIL FROM";
    const bounce = isOfRecipient ? { code: enhancedCodeOf(response) } : null;
    return new MailerError(`${String(command)}: ${response}`, isPermanent, bounce);
  }
  // nodemailer itself refuses some addresses, such as one with a line break.
  if (code === "EENVELOPE") return new MailerError("The address can't be used.", true);
  return new MailerError(`Couldn't reach the mail server: ${String(message)} (${String(code ?? "unknown")}).`, false);
}

/** Returns the enhanced status code of a reply (RFC 2034), such as `5.1.1`. */
function enhancedCodeOf(response: string): string | null {
  return /\b\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? null;
}

/** Returns whether a reply is final (RFC 5321, 4.2.1); 503 concerns the order of commands, not the mail. */
function isPermanentReply(responseCode: number): boolean {
  return responseCode >= 500 && responseCode !== 503 && !ABOUT_THE_CLIENT.has(responseCode);
}
