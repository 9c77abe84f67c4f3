import { MailerError } from "@/lib/core/ports/mailer";

const LONGEST = 500;

/** Returns whether the mail server has refused the mail for good. */
export function isPermanent(error: unknown): boolean {
  return error instanceof MailerError && error.isPermanent;
}

/**
 * Returns why a mail was not accepted, to be kept in its row: the server's words on one line, without links and codes,
 * which filters like to quote. Of an internal error only the type is kept.
 */
export function describeFailure(error: unknown, secrets: readonly string[]): string {
  if (!(error instanceof MailerError)) {
    return `It could not be made (${error instanceof Error ? error.name : typeof error}).`;
  }
  const words = secrets
    .filter((secret) => secret !== "")
    .reduce((text, secret) => text.replaceAll(secret, "[…]"), error.message);
  return words
    .replace(/https?:\S+/gi, "[…]")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, LONGEST);
}
