/** Name and address stay apart until the adapter encodes them, so that no caller joins them by hand. */
export interface Mailbox {
  name: string;
  address: string;
}

export interface DkimSigner {
  domain: string;
  selector: string;
  /** The key is PKCS #8 in PEM. */
  privateKey: string;
}

export interface OutgoingMail {
  id: string;
  /** The id has angle brackets and stays the same at every attempt, so that a second copy is recognisable. */
  messageId: string;
  from: Mailbox;
  /** The address for bounces (RFC 5321, 4.4); `null` for the sender. */
  returnAddress: string | null;
  replyTo: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  signer: DkimSigner | null;
}

export interface Mailer {
  readonly keepsMail: boolean;
  /** Resolves once the mail is accepted; `signal` cancels at once. Throws `MailerError`. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  /** Signs in to the mail server without sending. Throws `MailerError`. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export class MailerError extends Error {
  override name = "MailerError";
  readonly isPermanent: boolean;
  /** Set where the server refused the recipient or the mail for good. */
  readonly bounce: { code: string | null } | null;

  constructor(message: string, isPermanent: boolean, bounce: MailerError["bounce"] = null) {
    super(message);
    this.isPermanent = isPermanent;
    this.bounce = bounce;
  }
}
