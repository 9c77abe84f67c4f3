import { SignInError, type SignInErrorCode } from "../errors";
import type { SecurityEventEntry } from "./record";

type Refusal = Required<Pick<SecurityEventEntry, "data">> & { reason: string };

/** The reason behind a code, for refusals that no verb has recorded itself. */
const REASON_OF_CODE: Partial<Record<SignInErrorCode, string>> = {
  INVALID_EMAIL: "invalid_email",
  PASSWORD_TOO_SHORT: "password_rejected",
  PASSWORD_TOO_LONG: "password_rejected",
  PASSWORD_TOO_WEAK: "password_rejected",
  PASSWORD_COMPROMISED: "password_rejected",
  CREDENTIAL_ACCOUNT_NOT_FOUND: "no_password",
  EMAIL_PASSWORD_DISABLED: "method_disabled",
  RESET_PASSWORD_DISABLED: "method_disabled",
  MAGIC_LINK_DISABLED: "method_disabled",
  EMAIL_OTP_DISABLED: "method_disabled",
  PASSKEY_DISABLED: "method_disabled",
  TWO_FACTOR_DISABLED: "method_disabled",
  DEVICE_CODE_DISABLED: "method_disabled",
  TEST_TOKENS_DISABLED: "method_disabled",
  PROVIDER_NOT_FOUND: "provider_disabled",
  ID_TOKEN_NOT_SUPPORTED: "provider_disabled",
  SSO_REQUIRED: "sso_required",
  SSO_NOT_FOUND: "sso_no_connection",
  EMAIL_PASSWORD_SIGN_UP_DISABLED: "sign_up_disabled",
  SIGN_UP_DISABLED: "sign_up_disabled",
  INVALID_OTP: "wrong_code",
  OTP_EXPIRED: "code_expired",
  INVALID_CODE: "wrong_code",
  INVALID_BACKUP_CODE: "wrong_code",
  INVALID_NUMBER: "other_browser",
  PROOF_REQUIRED: "other_browser",
  INVALID_TOKEN: "no_such_link",
  INVALID_TWO_FACTOR_COOKIE: "challenge_expired",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "challenge_spent",
  TOTP_NOT_ENABLED: "two_factor_not_set_up",
  TWO_FACTOR_NOT_ENABLED: "two_factor_not_set_up",
  BACKUP_CODES_NOT_ENABLED: "two_factor_not_set_up",
  PASSKEY_LIMIT_REACHED: "passkey_limit",
  PASSKEY_NOT_FOUND: "unknown_passkey",
  INVALID_GRANT: "invalid_user_code",
  INVALID_USER_CODE: "invalid_user_code",
  EXPIRED_TOKEN: "expired_token",
  DEVICE_CODE_ALREADY_PROCESSED: "device_code_already_processed",
  UNAUTHORIZED: "session_expired",
  SESSION_EXPIRED: "session_not_fresh",
  SESSION_NOT_FRESH: "session_not_fresh",
  TOO_MANY_REQUESTS: "rate_limited",
  TOO_MANY_ATTEMPTS: "rate_limited",
  ACCOUNT_TEMPORARILY_LOCKED: "too_many_wrong_codes",
  INVALID_ORIGIN: "origin_not_allowed",
  MISSING_OR_NULL_ORIGIN: "origin_not_allowed",
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: "origin_not_allowed",
  INVALID_CALLBACK_URL: "redirect_not_allowed",
  INVALID_REDIRECT_URL: "redirect_not_allowed",
  INVALID_ERROR_CALLBACK_URL: "redirect_not_allowed",
  INVALID_NEW_USER_CALLBACK_URL: "redirect_not_allowed",
  INVALID_PUBLIC_KEY: "invalid_public_key",
  READ_ONLY_KEY: "read_only_key",
  PROJECT_SUSPENDED: "project_suspended",
  VALIDATION_ERROR: "invalid_request",
  BAD_REQUEST: "invalid_request",
  UNSUPPORTED_MEDIA_TYPE: "invalid_request",
  PAYLOAD_TOO_LARGE: "invalid_request",
  REQUEST_TIMEOUT: "invalid_request",
  SERVICE_UNAVAILABLE: "service_busy",
  INTERNAL_SERVER_ERROR: "internal_error",
};

const LIMIT_REASONS: Readonly<Record<string, string>> = {
  wrongPerAccount: "too_many_wrong_passwords",
  mailedCodesPerMailbox: "too_many_wrong_codes",
  wrongSecondFactor: "too_many_wrong_codes",
};

/** Returns the true reason of a refusal, with which limit it was and until when, as far as the error tells. */
export function refusalOf(error: SignInError, now: Date): Refusal {
  const { code, limit, retryAfterSeconds, subject } = error;
  const reason = (limit && LIMIT_REASONS[limit]) ?? REASON_OF_CODE[code] ?? "other";
  const until = retryAfterSeconds === undefined ? null : new Date(now.getTime() + retryAfterSeconds * 1_000);
  return {
    reason,
    data: {
      code,
      ...(limit && { limit }),
      ...(limit && until && { until: until.toISOString() }),
      ...(subject !== undefined && { refused: subject }),
    },
  };
}

/** Waiting for an approval is no refusal. */
const NOT_REFUSED: ReadonlySet<SignInErrorCode> = new Set(["AUTHORIZATION_PENDING", "SLOW_DOWN"]);

export function isRefusal(error: unknown): error is SignInError {
  return error instanceof SignInError && !NOT_REFUSED.has(error.code);
}
