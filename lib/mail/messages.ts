/** What each mail is given besides the project's name, brand and sender. Links are absolute addresses. */
export interface MailContents {
  /** Link and code in one mail. Whoever opens the link in another browser is asked there for the number. */
  "sign-in": { link: string | null; code: string | null; expiresInMinutes: number };
  "email-verification": { link: string; code: string; expiresInMinutes: number };
  "password-reset": { link: string | null; code: string | null; expiresInMinutes: number };
  /** Somebody signed up with an address that has an account. */
  "account-exists": { signInLink: string; resetLink: string };
  /** To the old mailbox, which agrees to the change. */
  "change-email-confirmation": { newEmail: string; link: string; expiresInMinutes: number };
  /** To the new mailbox, which proves that it is theirs. */
  "change-email-verification": { link: string; code: string; expiresInMinutes: number };
  "email-changed": { newEmail: string };
  "password-changed": { resetLink: string };
  "passkey-added": { passkeyName: string };
  "passkey-removed": { passkeyName: string };
  "two-factor-enabled": Record<string, never>;
  "two-factor-disabled": Record<string, never>;
  "account-linked": { provider: string };
  /** Too many wrong passwords: the account is closed for a while. */
  "account-locked": { resetLink: string; minutes: number };
}

export type MailKind = keyof MailContents;
