import type { SettingField } from "./resource";

export interface FieldWords {
  label: string;
  note?: string;
  /** The unit behind a number. */
  unit?: string;
  kind?: SettingField["kind"];
  choices?: Readonly<Record<string, string>>;
  placeholder?: string;
}

interface SectionWords {
  id: string;
  title: string;
  text: string;
  isPaired?: boolean;
  /** The settings by their paths. */
  fields: Readonly<Record<string, FieldWords>>;
}

const limit = (name: string, label: string): Record<string, FieldWords> => ({
  [`limits.${name}.limit`]: { label, unit: "times" },
  [`limits.${name}.windowSeconds`]: { label: `${label}: within` },
});

/** The settings that the page shows, in its order and words. Texts of pages and the logo have commands of their own. */
export const SECTIONS: readonly SectionWords[] = [
  {
    id: "addresses",
    title: "Addresses",
    text: "Where your app runs, and where sign-ins may lead.",
    fields: {
      allowedOrigins: {
        label: "Allowed origins",
        note: "One per line: scheme, host and port. No wildcards; http only on localhost.",
        placeholder: "https://app.example.com",
      },
      redirectAddresses: {
        label: "Redirect addresses",
        note: "One full address per line, each of an allowed origin. Without any, a sign-in may lead to every address of an allowed origin.",
        placeholder: "https://app.example.com/welcome",
      },
      frameAncestors: {
        label: "Sites that may embed the sign-in pages",
        note: "One origin per line.",
        placeholder: "https://app.example.com",
      },
    },
  },
  {
    id: "methods",
    title: "Sign-in methods",
    text: "How users sign in, and whether they can sign up.",
    fields: {
      "methods.password": { label: "Password" },
      "methods.magicLink": { label: "Emailed link" },
      "methods.emailOtp": { label: "Emailed code" },
      "methods.passkey": { label: "Passkeys" },
      "methods.twoFactor": { label: "Two-step verification", note: "Users can set it up, and are then asked for it." },
      "methods.signUp": { label: "Sign-up", note: "New users can create an account, by any method." },
      "methods.deviceCode": {
        label: "Device codes",
        note: "A device without a browser signs in with a code that its user approves.",
      },
      "methods.testTokens": { label: "Testing tokens", note: "Automated tests sign in test users." },
      requireVerifiedEmail: {
        label: "Require a verified email address",
        note: "A password signs in only once the address is verified. While this is off, the first sign-in by email from a new browser removes the password, passkeys and two-step verification that were set up before.",
      },
    },
  },
  {
    id: "passwords",
    title: "Passwords",
    text: "The rules for a new password. Existing ones keep working.",
    fields: {
      "password.minLength": { label: "Shortest", unit: "characters" },
      "password.maxLength": { label: "Longest", unit: "characters" },
      "password.requireUppercase": { label: "Require an upper-case letter" },
      "password.requireLowercase": { label: "Require a lower-case letter" },
      "password.requireDigit": { label: "Require a digit" },
      "password.requireSymbol": { label: "Require a symbol" },
      "password.refuseCommon": { label: "Refuse common passwords" },
      "password.refuseBreached": {
        label: "Refuse breached passwords",
        note: "Looks each new password up in a list of published breaches, if the operator allows that.",
      },
      "password.maxAgeDays": { label: "Replace after", unit: "days", note: "Leave empty for never." },
    },
  },
  {
    id: "sessions",
    title: "Sessions",
    text: "How long users stay signed in.",
    fields: {
      "session.lifetimeSeconds": { label: "Ends when unused for" },
      "session.absoluteLifetimeSeconds": {
        label: "Ends after at most",
        note: "Counted from the sign-in, however much the session is used.",
      },
      "session.refreshAfterSeconds": { label: "Extended at most every" },
      "session.unrememberedSeconds": { label: "Without “Stay signed in”, ends after" },
      "session.freshSeconds": {
        label: "Sensitive changes need a proof from the last",
        note: "Such as adding a passkey.",
      },
      "session.perUser": { label: "Sessions per user", note: "The oldest end first." },
    },
  },
  {
    id: "passkeys",
    title: "Passkeys and two-step verification",
    text: "The domain of passkeys, and their requirements.",
    fields: {
      "passkeys.rpId": {
        label: "Domain of passkeys",
        note: "Your app's domain or a parent of it. Leave empty to use this service's host. Passkeys of another domain stop working.",
        placeholder: "example.com",
      },
      "passkeys.userVerification": {
        label: "Fingerprint, face or PIN",
        choices: { required: "Always", preferred: "If the device can" },
      },
      "passkeys.perUser": { label: "Passkeys per user" },
      "twoFactor.issuer": {
        label: "Name in authenticator apps",
        note: "Leave empty to use the project's name.",
      },
      "twoFactor.trustedDeviceDays": {
        label: "Trusted browsers skip two-step verification for",
        unit: "days",
        note: "0 to always ask.",
      },
    },
  },
  {
    id: "organizations",
    title: "Organisations",
    text: "Users work together in organisations, with roles and invitations.",
    fields: {
      "organizations.enabled": { label: "Organisations of users" },
      "organizations.creation": {
        label: "Who creates them",
        choices: { everyone: "Every user", server: "Only your servers" },
      },
      "organizations.perUser": { label: "Organisations per user", note: "A user in this many can't create another." },
      "organizations.perOrganization": { label: "Members per organisation" },
      "organizations.invitationSeconds": { label: "Invitations are valid for" },
    },
  },
  {
    id: "tokens",
    title: "Tokens",
    text: "The JWTs that your servers verify.",
    fields: {
      "token.algorithm": { label: "Algorithm" },
      "token.lifetimeSeconds": { label: "Valid for" },
      "token.inSessionHeader": {
        label: "Send a token with every session",
        note: "Costs a signature each time.",
      },
      "token.claims": {
        label: "Your own claims",
        note: "One per line: a name, =, and name, image, twoFactorEnabled, createdAt or a path in the user's public metadata.",
        kind: "pairs",
        placeholder: "role = publicMetadata.role",
      },
    },
  },
  {
    id: "emails",
    title: "Emails",
    text: "The sender of the project's emails.",
    fields: {
      "sender.name": { label: "Sender's name", note: "Leave empty to use the project's name." },
      "sender.localPart": { label: "Before the @", note: "If emails come from your own domain." },
      "sender.replyTo": { label: "Replies go to", placeholder: "help@example.com" },
    },
  },
  {
    id: "looks",
    title: "Hosted pages",
    text: "How the sign-in pages and emails look.",
    fields: {
      "brand.name": { label: "Name", note: "Leave empty to use the project's name." },
      "brand.accentColor": { label: "Accent colour", kind: "color" },
      "brand.radius": { label: "Rounded corners", unit: "px" },
      "brand.appearance": {
        label: "Theme",
        choices: { system: "As the user's system", light: "Light", dark: "Dark" },
      },
      "brand.termsUrl": { label: "Terms of service", placeholder: "https://example.com/terms" },
      "brand.privacyUrl": { label: "Privacy policy", placeholder: "https://example.com/privacy" },
    },
  },
  {
    id: "limits",
    title: "Limits",
    text: "How often something may be tried before it has to wait.",
    isPaired: true,
    fields: {
      ...limit("signInPerAddress", "Sign-ins per IP address"),
      ...limit("wrongPerAccount", "Wrong passwords per account"),
      ...limit("signUpPerAddress", "Sign-ups per IP address"),
      ...limit("passkeyStartPerAddress", "Passkey prompts per IP address"),
      ...limit("ssoPerAddress", "Single sign-ons per IP address"),
      ...limit("secondFactorPerAddress", "Second factors per IP address"),
      ...limit("userCodePerAddress", "Device codes per IP address and per user"),
      ...limit("wrongSecondFactor", "Wrong second factors per account"),
      ...limit("mailPerAddress", "Emails per IP address"),
      ...limit("mailInterval", "Emails in a row"),
      ...limit("mailPerMailbox", "Emails per mailbox"),
      ...limit("mailedCodesPerMailbox", "Emailed codes per mailbox"),
    },
  },
  {
    id: "events",
    title: "Security events",
    text: "Users' actions, and the refused ones.",
    fields: { "events.retentionDays": { label: "Kept for", unit: "days" } },
  },
];
