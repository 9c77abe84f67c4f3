import type { AuthLimitName } from "@/lib/core/rate-limits";
import type { BrowserCookie } from "./browser-cookie";

interface SignInErrorDefinition {
  status: number;
  /** The message is sent where the code that throws gives none. */
  message: string;
}

/** The error codes of the sign-in API. Those of better-auth 1.7 are spelled as there: its clients switch on them. */
export const SIGN_IN_ERRORS = {
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
  EMAIL_MISMATCH: { status: 400, message: "Email mismatch" },
  EMAIL_ALREADY_VERIFIED: { status: 400, message: "Email is already verified" },
  EMAIL_IS_THE_SAME: { status: 400, message: "Email is the same" },
  USER_NOT_FOUND: { status: 400, message: "User not found" },
  PROOF_REQUIRED: {
    status: 400,
    message: "Open this in the browser you signed up in, or give the password you chose",
  },
  INVALID_TOKEN: { status: 400, message: "Invalid token" },
  INVALID_NUMBER: { status: 400, message: "Give the number shown where the link was asked for" },
  INVALID_OTP: { status: 400, message: "Invalid OTP" },
  OTP_EXPIRED: { status: 400, message: "OTP expired" },
  INVALID_OTP_TYPE: { status: 400, message: "Invalid OTP type" },
  MAGIC_LINK_DISABLED: { status: 400, message: "Magic link is not enabled" },
  EMAIL_OTP_DISABLED: { status: 400, message: "Email code is not enabled" },
  RESET_PASSWORD_DISABLED: { status: 400, message: "Reset password is not enabled" },
  SIGN_UP_DISABLED: { status: 400, message: "Sign up is not enabled" },
  PASSKEY_DISABLED: { status: 400, message: "Passkeys are not enabled" },
  CHALLENGE_NOT_FOUND: { status: 400, message: "Challenge not found" },
  FAILED_TO_VERIFY_REGISTRATION: { status: 400, message: "Failed to verify registration" },
  PASSKEY_LIMIT_REACHED: { status: 400, message: "There are as many passkeys as a user can have" },
  TWO_FACTOR_DISABLED: { status: 400, message: "Two-factor authentication is not enabled for this project" },
  TWO_FACTOR_NOT_ENABLED: { status: 400, message: "Two factor isn't enabled" },
  TOTP_ALREADY_ENABLED: { status: 400, message: "TOTP is already enabled" },
  OTP_NOT_CONFIGURED: { status: 400, message: "Codes by mail are not a second factor here" },
  TOTP_NOT_ENABLED: { status: 400, message: "TOTP not enabled" },
  BACKUP_CODES_NOT_ENABLED: { status: 400, message: "Backup codes aren't enabled" },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: { status: 400, message: "Too many attempts. Please sign in again." },
  TEST_TOKENS_DISABLED: { status: 400, message: "Testing tokens are not enabled" },
  FAILED_TO_UNLINK_LAST_ACCOUNT: { status: 400, message: "You can't unlink your last account" },
  DEVICE_CODE_DISABLED: { status: 400, message: "Signing in by a device's code is not enabled" },
  INVALID_CLIENT: { status: 400, message: "A client id is up to 64 letters, digits and . _ : / @ -" },
  INVALID_GRANT: { status: 400, message: "Invalid device code" },
  AUTHORIZATION_PENDING: { status: 400, message: "Authorization pending" },
  SLOW_DOWN: { status: 400, message: "Polling too frequently" },
  EXPIRED_TOKEN: { status: 400, message: "The code has expired" },
  ACCESS_DENIED: { status: 400, message: "Access denied" },
  INVALID_USER_CODE: { status: 400, message: "Invalid user code" },
  DEVICE_CODE_ALREADY_PROCESSED: { status: 400, message: "Device code already processed" },
  ORGANIZATIONS_DISABLED: { status: 400, message: "Organizations are not enabled" },
  ORGANIZATION_ALREADY_EXISTS: { status: 400, message: "Organization already exists" },
  ORGANIZATION_SLUG_ALREADY_TAKEN: { status: 400, message: "Organization slug already taken" },
  ORGANIZATION_NOT_FOUND: { status: 400, message: "Organization not found" },
  ORGANIZATION_ID_IS_REQUIRED: { status: 400, message: "Organization ID is required" },
  NO_ACTIVE_ORGANIZATION: { status: 400, message: "No active organization" },
  MEMBER_NOT_FOUND: { status: 400, message: "Member not found" },
  ROLE_NOT_FOUND: { status: 400, message: "Role not found" },
  INVITATION_NOT_FOUND: { status: 400, message: "Invitation not found" },
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: {
    status: 400,
    message: "User is already a member of this organization",
  },
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: {
    status: 400,
    message: "User is already invited to this organization",
  },
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: {
    status: 400,
    message: "You cannot leave the organization as the only owner",
  },
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: {
    status: 400,
    message: "You cannot leave the organization without an owner",
  },
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: {
    status: 400,
    message: "Inviter is no longer a member of the organization",
  },
  LAST_SIGN_IN_METHOD: { status: 409, message: "This is the last way to sign in. Add another one first." },
  ACCOUNT_NOT_FOUND: { status: 400, message: "Account not found" },
  PASSWORD_ALREADY_SET: { status: 400, message: "The account has a password already" },
  SESSION_EXPIRED: { status: 400, message: "Session expired. Re-authenticate to perform this action." },
  UNAUTHORIZED: { status: 401, message: "Unauthorized" },
  INVALID_PUBLIC_KEY: { status: 401, message: "The project header and the public key do not belong together" },
  INVALID_PROJECT: { status: 401, message: "The project header names no project" },
  INVALID_CODE: { status: 401, message: "Invalid code" },
  INVALID_BACKUP_CODE: { status: 401, message: "Invalid backup code" },
  INVALID_TWO_FACTOR_COOKIE: { status: 401, message: "Invalid two factor cookie" },
  AUTHENTICATION_FAILED: { status: 401, message: "Authentication failed" },
  PASSKEY_NOT_FOUND: { status: 401, message: "Passkey not found" },
  TEST_TOKEN_INVALID: { status: 401, message: "Invalid testing token" },
  FAILED_TO_GET_USER_INFO: { status: 401, message: "The provider did not say who it is" },
  USER_EMAIL_NOT_FOUND: { status: 401, message: "The provider knows no address" },
  OAUTH_LINK_ERROR: { status: 401, message: "The account cannot be linked" },
  LINKING_NOT_ALLOWED: { status: 401, message: "Linking is not allowed" },
  INVALID_EMAIL_OR_PASSWORD: { status: 401, message: "Invalid email or password" },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: { status: 401, message: "You are not allowed to delete this member" },
  EMAIL_NOT_VERIFIED: { status: 403, message: "Email not verified" },
  PASSWORD_RESET_REQUIRED: { status: 403, message: "Choose a new password before you sign in" },
  SSO_REQUIRED: { status: 403, message: "This address signs in by its company's identity provider" },
  SESSION_NOT_FRESH: { status: 403, message: "Session is not fresh" },
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
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: { status: 403, message: "User is not a member of the organization" },
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: { status: 403, message: "You are not a member of this organization" },
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to create a new organization",
  },
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: {
    status: 403,
    message: "You have reached the maximum number of organizations",
  },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to update this organization",
  },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to delete this organization",
  },
  YOU_ARE_NOT_ALLOWED_TO_LIST_INVITATIONS: {
    status: 403,
    message: "You are not allowed to list invitations for this organization",
  },
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to invite users to this organization",
  },
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: {
    status: 403,
    message: "You are not allowed to invite a user with this role",
  },
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: {
    status: 403,
    message: "You are not allowed to cancel this invitation",
  },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: { status: 403, message: "You are not allowed to update this member" },
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: { status: 403, message: "You are not the recipient of the invitation" },
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION: {
    status: 403,
    message: "Email verification required before accepting or rejecting invitation",
  },
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: {
    status: 403,
    message: "Email verification required to view or list invitations for the session email",
  },
  INVITATION_LIMIT_REACHED: { status: 403, message: "Invitation limit reached" },
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: { status: 403, message: "Organization membership limit reached" },
  ID_TOKEN_NOT_SUPPORTED: { status: 404, message: "Signing in with an ID token is not supported" },
  SSO_NOT_FOUND: { status: 404, message: "No connection has verified the domain of this address" },
  PROVIDER_NOT_FOUND: { status: 404, message: "Provider not found" },
  PROJECT_NOT_FOUND: { status: 404, message: "There is no such project" },
  NOT_FOUND: { status: 404, message: "There is nothing at this address" },
  TOKEN_TOO_LARGE: { status: 409, message: "The project's claims take more than 4 kB for this user" },
  REQUEST_TIMEOUT: { status: 408, message: "The request was sent too slowly" },
  USER_IS_MEMBER: { status: 409, message: "The account belongs to organisations: delete it in the dashboard" },
  SOCIAL_ACCOUNT_ALREADY_LINKED: { status: 409, message: "Social account already linked" },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The body is too large" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Content-Type must be application/json" },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { status: 422, message: "User already exists. Use another email." },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many requests. Please try again later." },
  TOO_MANY_ATTEMPTS: { status: 429, message: "Too many attempts. Please try again later." },
  ACCOUNT_TEMPORARILY_LOCKED: { status: 429, message: "Too many wrong codes. Please try again later." },
  INTERNAL_SERVER_ERROR: { status: 500, message: "Something failed here" },
  SERVICE_UNAVAILABLE: { status: 503, message: "The service is busy. Please try again in a moment." },
} as const satisfies Record<string, SignInErrorDefinition>;

export type SignInErrorCode = keyof typeof SIGN_IN_ERRORS;

interface SignInErrorOptions {
  message?: string;
  cookies?: readonly BrowserCookie[];
  retryAfterSeconds?: number;
  /** Which limit of the project was reached, for its owner alone. */
  limit?: AuthLimitName;
  /** The refused value, such as an origin, for the project's owner alone. */
  subject?: string;
  /** The further advice to a developer, in development alone. */
  hint?: string;
  cause?: unknown;
}

export class SignInError extends Error {
  readonly code: SignInErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly limit: AuthLimitName | undefined;
  readonly subject: string | undefined;
  readonly hint: string | undefined;
  /** Cookies that are set in the browser although the request was refused. */
  cookies: readonly BrowserCookie[];

  constructor(code: SignInErrorCode, options: SignInErrorOptions = {}) {
    super(options.message ?? SIGN_IN_ERRORS[code].message, { cause: options.cause });
    this.name = "SignInError";
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.limit = options.limit;
    this.subject = options.subject;
    this.hint = options.hint;
    this.cookies = options.cookies ?? [];
  }
}

/** Returns the result of `work`; an error that it throws sets these cookies too. */
export async function refusingWith<T>(cookies: readonly BrowserCookie[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SignInError) error.cookies = [...cookies, ...error.cookies];
    throw error;
  }
}
