import "server-only";
import type { Logger } from "pino";
import type { ChangeableSettings } from "@/lib/core/changeable-settings";
import type { Environment } from "@/lib/core/env";
import { hasInboxPage } from "@/lib/core/local-development";
import type { MailServices } from "@/lib/core/ports/mail-services";
import type { Mailer } from "@/lib/core/ports/mailer";
import { AbsentMailServer } from "./absent-mail-server";
import { ChosenMailer } from "./chosen-mailer";
import { DevelopmentInbox } from "./development-inbox";
import { createTxtResolver } from "./dns-txt-resolver";
import { SmtpMailer } from "./smtp-mailer";

type MailSettings = Pick<ChangeableSettings, "smtpUrl" | "mailFrom" | "mailReturn" | "mailSpf">;

/**
 * Returns mail services with the mail server that the settings name at the time. Without one, mails stay in the
 * development inbox, or wait in production.
 */
export function createMailServices(environment: Environment, settings: () => MailSettings, log: Logger) {
  const { url, mode, dnsServers } = environment;
  const pageUrl = hasInboxPage(environment) ? `${url}/inbox` : null;
  const open = (smtpUrl: string | null): Mailer => {
    if (smtpUrl !== null) return new SmtpMailer(smtpUrl, new URL(url).hostname);
    return mode === "production" ? new AbsentMailServer() : new DevelopmentInbox(log, pageUrl);
  };
  const mailer = new ChosenMailer(() => settings().smtpUrl, open);
  const resolveTxt = createTxtResolver(dnsServers);
  const services = (): MailServices => {
    const { mailFrom, mailReturn, mailSpf } = settings();
    return { mailer, fallbackAddress: mailFrom, returnAddress: mailReturn, spfMechanism: mailSpf, resolveTxt };
  };
  return { mailer, services };
}
