import type { Mailer } from "@/lib/core/ports/mailer";
import type { TxtResolver } from "@/lib/core/ports/txt-resolver";

/** What the sending of mails needs of the world. */
export interface MailServices {
  mailer: Mailer;
  /** Sends for projects that have no verified domain of their own. */
  fallbackAddress: string;
  /** The SPF mechanism (RFC 7208) that covers the mail server, such as `include:spf.example.com`; `null`: not known. */
  spfMechanism: string | null;
  resolveTxt: TxtResolver;
}
