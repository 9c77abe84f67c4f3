interface AuthErrorDefinition {
  status: number;
  /** What is said when a case has no words of its own. */
  message: string;
}

/**
 * Every code of the sign-in wire. Those that better-auth 1.7 has are spelled as there, since its clients switch on
 * them; the texts are shown to people.
 */
export const AUTH_ERRORS = {
  BAD_REQUEST: { status: 400, message: "Invalid JSON in request body" },
  VALIDATION_ERROR: { status: 400, message: "Invalid request" },
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
  INVALID_PASSWORD: { status: 400, message: "Invalid password" },
  PASSWORD_TOO_SHORT: { status: 400, message: "Password too short" },
  PASSWORD_TOO_LONG: { status: 400, message: "Password too long" },
  PASSWORD_TOO_WEAK: { status: 400, message: "Password too easy to guess" },
  PASSWORD_COMPROMISED: { status: 400, message: "This password is among the most common ones. Choose another." },
  EMAIL_PASSWORD_DISABLED: { status: 400, message: "Email and password is not enabled" },
  EMAIL_PASSWORD_SIGN_UP_DISABLED: { status: 400, message: "Email and password sign up is not enabled" },
  EMAIL_CAN_NOT_BE_UPDATED: { status: 400, message: "Email can not be updated" },
  FIELD_NOT_ALLOWED: { status: 400, message: "This field is not allowed to be set" },
  NO_FIELDS_TO_UPDATE: { status: 400, message: "No fields to update" },
  CREDENTIAL_ACCOUNT_NOT_FOUND: { status: 400, message: "Credential account not found" },
  SESSION_EXPIRED: { status: 400, message: "Session expired. Re-authenticate to perform this action." },
  UNAUTHORIZED: { status: 401, message: "Unauthorized" },
  INVALID_PUBLIC_KEY: { status: 401, message: "The project header and the public key do not belong together" },
  INVALID_PROJECT: { status: 401, message: "The project header names no project" },
  INVALID_EMAIL_OR_PASSWORD: { status: 401, message: "Invalid email or password" },
  EMAIL_NOT_VERIFIED: { status: 403, message: "Email not verified" },
  BANNED_USER: { status: 403, message: "This account is blocked" },
  READ_ONLY_KEY: { status: 403, message: "This public key is read-only" },
  PROJECT_SUSPENDED: { status: 403, message: "The project is suspended" },
  INVALID_ORIGIN: { status: 403, message: "Invalid origin" },
  MISSING_OR_NULL_ORIGIN: { status: 403, message: "Missing or null Origin" },
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: { status: 403, message: "Cross-site navigation login blocked" },
  INVALID_CALLBACK_URL: { status: 403, message: "Invalid callbackURL" },
  INVALID_REDIRECT_URL: { status: 403, message: "Invalid redirectURL" },
  INVALID_ERROR_CALLBACK_URL: { status: 403, message: "Invalid errorCallbackURL" },
  INVALID_NEW_USER_CALLBACK_URL: { status: 403, message: "Invalid newUserCallbackURL" },
  ORIGIN_DIRECT_REJECTED: { status: 403, message: "This request did not come through the service's ingress proxy" },
  REQUEST_TIMEOUT: { status: 408, message: "The request was sent too slowly" },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The body is too large" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Content-Type must be application/json" },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { status: 422, message: "User already exists. Use another email." },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many requests. Please try again later." },
  TOO_MANY_ATTEMPTS: { status: 429, message: "Too many attempts. Please try again later." },
  INTERNAL_SERVER_ERROR: { status: 500, message: "Something failed here" },
  SERVICE_UNAVAILABLE: { status: 503, message: "The service is busy. Please try again in a moment." },
} as const satisfies Record<string, AuthErrorDefinition>;

export type AuthErrorCode = keyof typeof AUTH_ERRORS;

interface AuthErrorOptions {
  message?: string;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A failure that the caller of the sign-in wire is told about, by code. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: AuthErrorCode, options: AuthErrorOptions = {}) {
    super(options.message ?? AUTH_ERRORS[code].message, { cause: options.cause });
    this.name = "AuthError";
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
