import { MailerError } from "@/lib/core/ports/mailer";

const LONGEST = 500;

export function isPermanent(error: unknown): boolean {
  return error instanceof MailerError && error.isPermanent;
}

/**
 * Returns why a mail was not accepted: the server's words without links and codes, which mail filters like to quote,
 * but only the type of an internal error.
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
