import type { Mailer } from "./mailer";
import type { TxtResolver } from "./txt-resolver";

/** What sending mails needs from outside the process. */
export interface MailServices {
  mailer: Mailer;
  /** Sends for projects that have no verified domain of their own. */
  fallbackAddress: string;
  /** The SPF mechanism (RFC 7208) that covers the mail server, such as `include:spf.example.com`; `null`: not known. */
  spfMechanism: string | null;
  resolveTxt: TxtResolver;
}
