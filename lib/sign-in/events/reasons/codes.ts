import type { ReasonTexts } from "./reason";

/** Refusals of links and codes, from an email or an authenticator app. */
export const CODE_REASONS = {
  wrong_code: {
    title: "Wrong code",
    advice: "Only the newest code works. For an authenticator app, the clock of their phone may be wrong.",
  },
  code_expired: { title: "Code expired", advice: "A mailed code works for 5 minutes. They should ask for a new one." },
  code_spent: {
    title: "Too many wrong codes",
    advice: "After 3 wrong tries a mailed code no longer works. They should ask for a new one.",
  },
  code_used: {
    title: "Code used already",
    advice: "A code works once, often on the first of two clicks. They should ask for a new one if they aren't in.",
  },
  no_code: {
    title: "No code to compare with",
    advice: "No code was mailed to this address, or it was used or replaced. They should ask for a new one.",
  },
  no_such_link: {
    title: "Link used or replaced",
    advice:
      "The link was used before, or a newer one was asked for. Only the newest works. They should ask for another.",
  },
  link_expired: {
    title: "Link expired",
    advice: "A sign-in link works for 10 minutes, others for an hour. They should ask for a new one.",
  },
  link_used: {
    title: "Link used already",
    advice: "A link works once, often on the first of two clicks. They should ask for a new one if they aren't in.",
  },
  link_spent: {
    title: "Too many wrong numbers",
    advice: "After 3 wrong numbers the link no longer works. They should ask for a new one.",
  },
  wrong_number: {
    title: "Wrong number",
    advice:
      "They opened the link in another browser and typed a wrong number. The right one is shown where they asked.",
  },
  other_browser: {
    title: "Opened in another browser",
    advice:
      "The link was opened in another browser than it was asked for in. They should open it there, or prove who they are.",
  },
  challenge_expired: {
    title: "Sign-in took too long",
    advice: "The code must follow within 10 minutes, in the same browser. They should sign in again.",
  },
  challenge_spent: {
    title: "Too many wrong codes",
    advice: "After 5 wrong codes the sign-in ends. They should sign in again, or use a backup code.",
  },
  two_factor_not_set_up: {
    title: "Two-step verification is off",
    advice: "The account has no authenticator app. It may have been removed meanwhile. They should sign in again.",
  },
  invalid_user_code: {
    title: "Unknown device code",
    advice: "No device shows this code. They should type it again, or get a new one on the device.",
  },
  expired_token: {
    title: "Device code expired",
    advice: "They should get a new code on the device and approve it soon.",
  },
  device_code_already_processed: {
    title: "Device code used already",
    advice: "It was approved or denied before. They should get a new code on the device.",
  },
  approval_ended: {
    title: "Approval ended",
    advice: "The session that approved the device has ended. They should approve the device again.",
  },
  invalid_test_token: {
    title: "Testing token not valid",
    advice: "A testing token works once and for a short time. Create a new one.",
    remedy: "keys",
  },
} as const satisfies ReasonTexts;
