import type { ReasonTexts } from "./reason";

/** Refusals that follow from the project's settings and limits, and from how the app calls the service. */
export const SET_UP_REASONS = {
  method_disabled: {
    title: "Way to sign in is off",
    advice: "The project doesn't allow this way to sign in. Switch it on, or take it out of your app.",
    remedy: "methods",
  },
  sign_up_disabled: {
    title: "Sign-up is closed",
    advice: "The address has no account and the project takes no new ones. Create the user, or open sign-up.",
    remedy: "sign-up",
  },
  too_many_wrong_passwords: {
    title: "Locked after wrong attempts",
    advice:
      "Too many wrong passwords or codes for this address. They can wait, reset the password, or you end the lock.",
    remedy: "end-lock",
  },
  too_many_wrong_codes: {
    title: "Too many codes tried",
    advice: "They should wait until the limit ends. If they didn't try, someone else did.",
    remedy: "limits",
  },
  rate_limited: {
    title: "Rate limited",
    advice:
      "Too many requests in a short time. They should wait. An office may share one address: raise the limit then.",
    remedy: "limits",
  },
  origin_not_allowed: {
    title: "Origin not allowed",
    advice: "The app's page isn't among the allowed origins. Add its origin if it is yours.",
    remedy: "origins",
  },
  redirect_not_allowed: {
    title: "Redirect not allowed",
    advice: "The app asked to go on to an address that the project doesn't list. Add it, or correct the app.",
    remedy: "origins",
  },
  invalid_public_key: {
    title: "Public key not valid",
    advice:
      "The app sent a public key that was revoked, has expired or isn't one of this project. Give it one that works.",
    remedy: "keys",
  },
  read_only_key: {
    title: "Read-only key",
    advice: "The app uses a public key that can only read. Give it a read-write key.",
    remedy: "keys",
  },
  project_suspended: {
    title: "Project suspended",
    advice: "The operator suspended the project, and no one can sign in. Ask the operator.",
  },
  invalid_request: {
    title: "Request not understood",
    advice: "The app sent something the service doesn't take. Correct the app: its answer said which field.",
  },
  service_busy: {
    title: "Service busy",
    advice: "The service, or a provider, couldn't answer at this moment. They should try again.",
  },
  internal_error: {
    title: "Failure of the service",
    advice: "Something failed here. Give the operator the request ID.",
  },
  other: { title: "Refused", advice: "The details have the code that the app was told." },
} as const satisfies ReasonTexts;
