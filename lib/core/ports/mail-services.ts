import type { Mailer } from "./mailer";
import type { TxtResolver } from "./txt-resolver";

export interface MailServices {
  mailer: Mailer;
  fallbackAddress: string;
  /** This SPF mechanism (RFC 7208) covers the mail server, such as `include:spf.example.com`, if known. */
  spfMechanism: string | null;
  resolveTxt: TxtResolver;
}
