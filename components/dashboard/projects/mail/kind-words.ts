/** The emails, as the page calls them. */
export const KIND_WORDS: Readonly<Record<string, string>> = {
  "sign-in": "Sign-in link and code",
  "email-verification": "Confirm email address",
  "password-reset": "Reset password",
  "account-exists": "Account exists already",
  "account-locked": "Password paused",
  "change-email-confirmation": "Change of email address: old address",
  "change-email-verification": "Change of email address: new address",
  "email-changed": "Email address changed",
  "password-changed": "Password changed",
  "password-set": "Password set",
  "account-created": "Account created by you",
  "passkey-added": "Passkey added",
  "passkey-removed": "Passkey removed",
  "two-factor-enabled": "Two-step verification on",
  "two-factor-disabled": "Two-step verification off",
  "account-linked": "Account connected",
};

/** The texts of an email by their names. */
export const TEXT_WORDS: Readonly<Record<string, string>> = {
  subject: "Subject and heading",
  intro: "Text",
  action: "Button",
  named: "Text with the passkey's name",
  unnamed: "Text without a name",
  "sign-in": "First button",
  reset: "Second button",
};
