import type { Mailer } from "./mailer";
import type { TxtResolver } from "./txt-resolver";

export interface MailServices {
  mailer: Mailer;
  fallbackAddress: string;
  /** Bounces come back to it, with the mail before its @; `null` where nothing reads them. */
  returnAddress: string | null;
  /** This SPF mechanism (RFC 7208) covers the mail server, such as `include:spf.example.com`, if known. */
  spfMechanism: string | null;
  resolveTxt: TxtResolver;
}
