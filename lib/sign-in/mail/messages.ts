export interface LinkAndCode {
  link: string | null;
  /** `null` where the project has codes by mail switched off. */
  code: string | null;
  /** How long the link works; without a link, the code. */
  expiresInMinutes: number;
  /** How long the code works, where a link beside it works longer. */
  codeExpiresInMinutes?: number;
}

/** What each mail is given besides the project's name, brand and sender. Links are absolute addresses. */
export interface MailContents {
  /** Link and code in one mail. Another browser asks for the number when the link is opened there. */
  "sign-in": LinkAndCode;
  "email-verification": LinkAndCode;
  "password-reset": LinkAndCode;
  /** To the owner of an address that was signed up with again. */
  "account-exists": { signInLink: string; resetLink: string };
  /** To the old mailbox, which agrees to the change. */
  "change-email-confirmation": { newEmail: string; link: string; expiresInMinutes: number };
  /** To the new mailbox, which proves that it is theirs. */
  "change-email-verification": LinkAndCode;
  "email-changed": { newEmail: string };
  "password-changed": { resetLink: string };
  "passkey-added": { passkeyName: string };
  "passkey-removed": { passkeyName: string };
  "two-factor-enabled": Record<string, never>;
  "two-factor-disabled": Record<string, never>;
  "account-linked": { provider: string };
  /** To a person whom a member of an organisation invites. */
  invitation: { organisationName: string; link: string; expiresInMinutes: number };
  /** The account of the dashboard goes at the end of this time. */
  "account-deletion": { link: string; expiresInMinutes: number };
  /** Too many wrong passwords: the account is closed for a while. */
  "account-locked": { resetLink: string; minutes: number };
}

export type MailKind = keyof MailContents;
