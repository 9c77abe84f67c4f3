import type { TextKey } from "./texts";

/** The text for each code of a failed social sign-in or of a page whose address is wrong. */
const TEXTS: Readonly<Record<string, TextKey>> = {
  access_denied: "error.access_denied",
  account_not_linked: "error.account_not_linked",
  email_not_found: "error.email_not_found",
  email_not_verified: "error.email_not_found",
  signup_disabled: "error.signup_disabled",
  sso_required: "error.sso_required",
  banned: "error.banned",
  redirect: "error.redirect",
  state_not_found: "error.expired",
  state_mismatch: "error.expired",
  state_invalid: "error.expired",
  invalid_code: "error.provider",
  invalid_saml_response: "error.provider",
  email_domain_not_verified: "error.email_domain",
  unable_to_get_user_info: "error.provider",
  issuer_mismatch: "error.provider",
  account_already_linked_to_different_user: "error.already_linked",
};

export function errorText(code: string | undefined): TextKey {
  return (code !== undefined && Object.hasOwn(TEXTS, code) && TEXTS[code]) || "error.text";
}
