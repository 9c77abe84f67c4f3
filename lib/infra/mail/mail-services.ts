import "server-only";
import type { Logger } from "pino";
import type { Environment } from "@/lib/core/env";
import { hasInboxPage } from "@/lib/core/local-development";
import type { MailServices } from "@/lib/core/ports/mail-services";
import { DevelopmentInbox } from "./development-inbox";
import { createTxtResolver } from "./dns-txt-resolver";
import { SmtpMailer } from "./smtp-mailer";

/** Returns mail services with the configured mail server, or with the development inbox where there is none. */
export function createMailServices(environment: Environment, log: Logger): MailServices {
  const { url, smtpUrl, mailFrom, mailReturn, mailSpf, dnsServers } = environment;
  const pageUrl = hasInboxPage(environment) ? `${url}/inbox` : null;
  const mailer = smtpUrl === null ? new DevelopmentInbox(log, pageUrl) : new SmtpMailer(smtpUrl, new URL(url).hostname);
  return {
    mailer,
    fallbackAddress: mailFrom,
    returnAddress: mailReturn,
    spfMechanism: mailSpf,
    resolveTxt: createTxtResolver(dnsServers),
  };
}
