import type { MailKind } from "../mail/messages";
import type { OwnedMail } from "../users/owned-user";

const KINDS: Record<MailKind, string> = {
  "sign-in": "Sign-in email",
  "email-verification": "Verification email",
  "password-reset": "Reset email",
  "account-created": "Email that sets a password",
  "account-exists": "Email that the account exists",
  "change-email-confirmation": "Email to confirm a new address",
  "change-email-verification": "Email to a new address",
  "email-changed": "Notice of a new address",
  "password-changed": "Notice of a new password",
  "password-set": "Notice of a first password",
  "passkey-added": "Notice of a new passkey",
  "passkey-removed": "Notice of a removed passkey",
  "two-factor-enabled": "Notice that two-step verification is on",
  "two-factor-disabled": "Notice that two-step verification is off",
  "access-removed": "Notice of removed ways to sign in",
  "account-linked": "Notice of a linked provider",
  invitation: "Invitation to an organisation",
  "user-invitation": "Invitation",
  "account-deletion": "Email to confirm a deletion",
  "webhook-disabled": "Notice of a disabled webhook",
  "account-locked": "Email about the lock",
};

const STATES: Readonly<Record<string, string>> = {
  queued: "is waiting to be sent",
  sent: "sent",
  failed: "not delivered",
  expired: "not sent in time",
  bounced: "bounced",
  suppressed: "held back, since the address bounced before",
};

const UNDELIVERED = "It was not delivered. Check the address, and the sender domain in the project's settings.";

export function isUndelivered(status: string): boolean {
  return status !== "queued" && status !== "sent";
}

/** Returns a mail and how far it came, such as `Sign-in email sent`. */
export function mailWords({ kind, status, failure }: OwnedMail): { title: string; advice: string | null } {
  const what = KINDS[kind as MailKind] ?? kind;
  const advice = isUndelivered(status) ? [failure, UNDELIVERED].filter(Boolean).join(" ") : null;
  return { title: `${what} ${STATES[status] ?? status}`, advice };
}
