/**
 * What a provider may refuse with (RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6). Anything else it says
 * is not passed on: the words would be a stranger's on our page.
 */
const PROVIDER_CODES = [
  "access_denied",
  "account_selection_required",
  "consent_required",
  "interaction_required",
  "invalid_request",
  "invalid_scope",
  "login_required",
  "server_error",
  "temporarily_unavailable",
  "unauthorized_client",
  "unsupported_response_type",
] as const;

/** Every `error` that a social sign-in can end with, at the app's `errorCallbackURL` or on the service's error page. */
export const SOCIAL_ERROR_CODES = [
  ...PROVIDER_CODES,
  "state_not_found",
  "state_mismatch",
  "state_invalid",
  "oauth_provider_not_found",
  "invalid_callback_request",
  "issuer_mismatch",
  "no_code",
  "invalid_code",
  "unable_to_get_user_info",
  "email_not_found",
  "email_not_verified",
  "account_not_linked",
  "signup_disabled",
  "unable_to_create_user",
  "unable_to_link_account",
  "account_already_linked_to_different_user",
  "banned",
] as const;
export type SocialErrorCode = (typeof SOCIAL_ERROR_CODES)[number];

/** A social sign-in that comes to nothing. The browser is told the code; `reason` is for the event alone. */
export class SocialFailure extends Error {
  readonly code: SocialErrorCode;
  /** Never a secret, and nothing that the provider wrote. */
  readonly reason: string;
  /** Whose account it would have been. */
  readonly userId: string | null;

  constructor(code: SocialErrorCode, options: { reason?: string; userId?: string | null } = {}) {
    super(code);
    this.name = "SocialFailure";
    this.code = code;
    this.reason = options.reason ?? code;
    this.userId = options.userId ?? null;
  }
}

/** By name: the adapter that throws it may have come with another of Next's bundles, and with a class of its own. */
export function isSocialFailure(error: unknown): error is SocialFailure {
  return error instanceof Error && error.name === "SocialFailure";
}

export function toProviderCode(error: string): SocialErrorCode {
  return PROVIDER_CODES.find((code) => code === error) ?? "invalid_callback_request";
}
