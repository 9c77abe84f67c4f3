/** An address and the name shown beside it. They stay apart until the adapter encodes them: nobody joins them by hand. */
export interface Mailbox {
  name: string;
  address: string;
}

/** A DKIM signature (RFC 6376) that a mail is to carry. */
export interface DkimSigner {
  domain: string;
  selector: string;
  /** PKCS #8 PEM. */
  privateKey: string;
}

export interface OutgoingMail {
  /** The row's id, by which the operator finds it. */
  id: string;
  /** With its angle brackets; the same at every attempt, so that a second copy is recognisable. */
  messageId: string;
  from: Mailbox;
  replyTo: string | null;
  /** One address (RFC 5321). */
  to: string;
  subject: string;
  text: string;
  html: string;
  signer: DkimSigner | null;
}

/** Takes mails out of the service. */
export interface Mailer {
  /** Mails stay in the control plane, where the operator reads them, instead of going out. */
  readonly keepsMail: boolean;
  /** Resolves once the mail is taken. Throws `MailerError`; `signal` gives up at once. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Why a mail was not taken: in the server's words, or in ours where it said nothing. */
export class MailerError extends Error {
  override name = "MailerError";
  /** The server will say the same to another attempt. */
  readonly isPermanent: boolean;

  constructor(message: string, isPermanent: boolean) {
    super(message);
    this.isPermanent = isPermanent;
  }
}
