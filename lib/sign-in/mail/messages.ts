import type { RemovedAccess } from "../removed-access";
export interface LinkAndCode {
  link: string | null;
  /** `null` where the project has codes by mail switched off. */
  code: string | null;
  /** The time for which the link works; without a link, the code. */
  expiresInMinutes: number;
  /** The time for which the code works, if the link works longer. */
  codeExpiresInMinutes?: number;
}

/** The values of each mail's template besides the project's name, brand and sender. Links are absolute. */
export interface MailContents {
  /** Another browser than the asking one needs a number to open the link. */
  "sign-in": LinkAndCode;
  "email-verification": LinkAndCode;
  "password-reset": LinkAndCode;
  /** Goes to the owner of an address that was signed up with again. */
  "account-exists": { signInLink: string; resetLink: string };
  /** Asks the old mailbox to agree to the change. */
  "change-email-confirmation": { newEmail: string; link: string; expiresInMinutes: number };
  "change-email-verification": LinkAndCode;
  "email-changed": { newEmail: string };
  "password-changed": { resetLink: string };
  /** Goes to a user who had none. */
  "password-set": { resetLink: string };
  /** Goes to a user whom the owner's people created. */
  "account-created": { link: string; expiresInMinutes: number };
  "passkey-added": { passkeyName: string };
  "passkey-removed": { passkeyName: string };
  "two-factor-enabled": Record<string, never>;
  "two-factor-disabled": Record<string, never>;
  /** Lists the sign-in methods that a first proof of the address removed. Stays in the service's words. */
  "access-removed": { removed: readonly RemovedAccess[] };
  "account-linked": { provider: string };
  /** Has no inviter where the operator invites, or somebody whose address is not proven. */
  invitation: { organisationName: string; inviterEmail: string | null; link: string; expiresInMinutes: number };
  /** Goes to a person who has no account yet, and proves their mailbox. */
  "user-invitation": { link: string; expiresInMinutes: number };
  "account-deletion": { link: string; expiresInMinutes: number };
  /** Goes to the owners of the organisation. */
  "webhook-disabled": { projectName: string; host: string; link: string };
  "account-locked": { resetLink: string; minutes: number };
}

export type MailKind = keyof MailContents;
