/** RFC 6749 (4.1.2.1) and OpenID Connect Core (3.1.2.6) define these; a provider's other texts are not passed on. */
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
  "invalid_saml_response",
  "email_domain_not_verified",
  "sso_required",
] as const;
export type SocialErrorCode = (typeof SOCIAL_ERROR_CODES)[number];

/** The browser is told only the code; `reason` goes to the recorded event. */
export class SocialFailure extends Error {
  readonly code: SocialErrorCode;
  /** The reason never holds a secret or text that the provider wrote. */
  readonly reason: string;
  readonly userId: string | null;
  /** The provider's message, or the check that failed: for the owner who tries the provider, and no one else. */
  readonly detail: string | null;

  constructor(
    code: SocialErrorCode,
    options: { reason?: string; userId?: string | null; detail?: string | null } = {},
  ) {
    super(code);
    this.name = "SocialFailure";
    this.code = code;
    this.reason = options.reason ?? code;
    this.userId = options.userId ?? null;
    this.detail = options.detail ?? null;
  }
}

/** Compares names, because the adapter that throws it may be in another bundle with its own copy of the class. */
export function isSocialFailure(error: unknown): error is SocialFailure {
  return error instanceof Error && error.name === "SocialFailure";
}

export function toProviderCode(error: string): SocialErrorCode {
  return PROVIDER_CODES.find((code) => code === error) ?? "invalid_callback_request";
}
