import type { ReasonTexts } from "./reason";

const TRY_AGAIN = "They should try again. If it happens again, they sign in another way and add the passkey anew.";

/** Refusals of passkeys. */
export const PASSKEY_REASONS = {
  unknown_passkey: {
    title: "Unknown passkey",
    advice: "The passkey was removed here, or belongs to another domain. They sign in another way and add a new one.",
  },
  challenge_not_found: {
    title: "Passkey took too long",
    advice: "The answer came after 5 minutes, twice, or from another browser. They should try again.",
  },
  wrong_origin: {
    title: "Passkey used on another site",
    advice: "The page that asked isn't among the allowed origins. Add its origin if it is yours.",
    remedy: "origins",
  },
  cross_origin: {
    title: "Passkey used in a frame",
    advice: "The page that asked was inside another site's page, which isn't allowed. Open the sign-in page by itself.",
  },
  other_user: {
    title: "Passkey of another user",
    advice: "They are signed in as someone else. They should sign out first.",
  },
  wrong_user_handle: { title: "Passkey of another user", advice: TRY_AGAIN },
  not_verified: {
    title: "Passkey not verified",
    advice: "They didn't unlock the passkey with face, finger or PIN. Try again.",
  },
  wrong_signature: { title: "Wrong signature", advice: TRY_AGAIN },
  counter_went_back: {
    title: "Passkey may be a copy",
    advice: "Its counter went back, which points to a copy. They sign in another way, remove it and add a new one.",
  },
  backup_eligibility_changed: { title: "Passkey has changed", advice: TRY_AGAIN },
  wrong_challenge: { title: "Answer to another request", advice: TRY_AGAIN },
  wrong_type: { title: "Answer to another request", advice: TRY_AGAIN },
  wrong_id: { title: "Passkey not sound", advice: TRY_AGAIN },
  malformed: { title: "Passkey not understood", advice: TRY_AGAIN },
  unsound_key: { title: "Passkey not sound", advice: TRY_AGAIN },
  attestation_format: {
    title: "Passkey not accepted",
    advice: "Its kind of attestation isn't supported. Use another one.",
  },
  already_registered: {
    title: "Passkey exists already",
    advice: "It is registered already. They can sign in with it.",
  },
  passkey_limit: {
    title: "Too many passkeys",
    advice: "The account has as many passkeys as allowed. Remove one first.",
  },
} as const satisfies ReasonTexts;
