import type { ReasonTexts } from "./reason";

const PROVIDER_SET_UP = "The provider refused the request. Check the client ID, the secret and the callback address.";
const START_AGAIN = "The sign-in didn't end in the browser it began in, or began twice. They should start again.";

/** Refusals of sign-ins with a provider. */
export const SOCIAL_REASONS = {
  access_denied: {
    title: "Declined at the provider",
    advice: "They cancelled, or the provider didn't let them. They should try again.",
  },
  account_not_linked: {
    title: "Account not linked",
    advice: "They sign in another way and link the provider in their account.",
  },
  email_not_verified_here: {
    title: "Email not verified here",
    advice: "An account has this address, which no one has proven. Once it is verified, the provider can be used.",
    remedy: "send-verification",
  },
  email_not_verified_by_provider: {
    title: "Email not verified at the provider",
    advice: "The provider hasn't verified the address. They verify it there, or sign in another way.",
  },
  email_not_found: {
    title: "No email from the provider",
    advice: "The provider gave no address. They make it visible there, or sign in another way.",
  },
  signup_disabled: {
    title: "Sign-up is closed",
    advice: "They have no account and the project takes no new ones. Create the user, or open sign-up.",
    remedy: "sign-up",
  },
  provider_disabled: {
    title: "Provider is off",
    advice: "The provider isn't set up in the project. Set it up, or take its button out of your app.",
    remedy: "providers",
  },
  provider_not_available: {
    title: "Provider is off",
    advice: "The installation doesn't offer this provider. Ask the operator.",
  },
  no_flow_in_this_browser: { title: "Began in another browser", advice: START_AGAIN },
  state_not_found: { title: "Began in another browser", advice: START_AGAIN },
  state_mismatch: { title: "Began in another browser", advice: START_AGAIN },
  flow_used_or_expired: { title: "Sign-in took too long", advice: START_AGAIN },
  another_provider: { title: "Answer of another provider", advice: START_AGAIN },
  account_already_linked_to_different_user: {
    title: "Linked to another user",
    advice: "This account of the provider belongs to another user. They sign in as that user, or unlink it there.",
  },
  linked_meanwhile: { title: "Linked to another user", advice: "Another user linked it at the same time." },
  id_token_used_before: {
    title: "ID token used already",
    advice: "An ID token works once. The app must get a new one.",
  },
  temporarily_unavailable: {
    title: "Provider doesn't answer",
    advice: "They should try again, or sign in another way.",
  },
  server_error: { title: "Failure at the provider", advice: "They should try again, or sign in another way." },
  unauthorized_client: { title: "Provider refused the app", advice: PROVIDER_SET_UP, remedy: "providers" },
  invalid_scope: { title: "Provider refused the app", advice: PROVIDER_SET_UP, remedy: "providers" },
  invalid_callback_request: { title: "Provider refused the app", advice: PROVIDER_SET_UP, remedy: "providers" },
  provider_failed: { title: "Provider's answer not accepted", advice: PROVIDER_SET_UP, remedy: "providers" },
} as const satisfies ReasonTexts;
