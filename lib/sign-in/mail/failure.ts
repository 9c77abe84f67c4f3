import { MailerError } from "@/lib/core/ports/mailer";

const LONGEST = 500;

/** Whether the mail server has said no for good. */
export function isPermanent(error: unknown): boolean {
  return error instanceof MailerError && error.isPermanent;
}

/**
 * Why a mail was not taken, to be kept in its row: the server's words, on one line, without links and codes, which
 * filters like to quote. Of an error of our own only its type.
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
