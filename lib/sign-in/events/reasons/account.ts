import type { ReasonTexts } from "./reason";

/** Refusals that follow from the account, or from the text that was typed for it. */
export const ACCOUNT_REASONS = {
  wrong_password: {
    title: "Wrong password",
    advice: "The account has another password. If they have forgotten it, send a link to reset it.",
    remedy: "send-reset",
  },
  unknown_user: {
    title: "No account",
    advice: "No user has this email address. Look for a typing error or another address, or have them sign up.",
  },
  no_password: {
    title: "No password set",
    advice: "The account signs in another way, such as a provider or a passkey. A link to reset sets a password.",
    remedy: "send-reset",
  },
  banned: {
    title: "Account banned",
    advice: "Someone banned the account. Lift the ban to let them in.",
    remedy: "lift-ban",
  },
  email_not_verified: {
    title: "Email not verified",
    advice: "They must open the link or type the code in the verification email first. Send it again if it is lost.",
    remedy: "send-verification",
  },
  password_reset_demanded: {
    title: "New password required",
    advice: "The password was right, but someone required a new one. They must use the link in the reset email.",
    remedy: "send-reset",
  },
  password_expired: {
    title: "Password expired",
    advice: "The password was right, but is older than the project allows. They must use the link in the reset email.",
    remedy: "send-reset",
  },
  password_rejected: {
    title: "Password not accepted",
    advice: "The new password breaks the project's rules, or is too easy to guess. They must choose another.",
  },
  user_exists: {
    title: "Account exists already",
    advice: "The address has an account. They should sign in, or reset the password, rather than sign up.",
    remedy: "send-reset",
  },
  invalid_email: {
    title: "Not an email address",
    advice: "The typed text isn't an email address. They should check it for typing errors.",
  },
  already_verified: {
    title: "Email verified already",
    advice: "There was nothing to verify, so no email was sent. They can sign in.",
  },
  last_sign_in_method: {
    title: "Last way to sign in",
    advice: "Without it the account could no longer be signed in to. They should add another way first.",
  },
  no_such_session: { title: "No such session", advice: "The session had ended already. Nothing needs to be done." },
  no_such_device: { title: "No such browser", advice: "The browser was no longer trusted. Nothing needs to be done." },
  session_expired: {
    title: "Session expired",
    advice: "The session has ended or was ended. They must sign in again.",
  },
  session_ended: { title: "Session ended", advice: "They were signed out meanwhile. They must sign in and try again." },
  session_not_fresh: {
    title: "Recent sign-in required",
    advice: "The change needs a recent proof of their identity. They should sign in again and repeat it.",
  },
} as const satisfies ReasonTexts;
