import type { User } from "./wire";

/**
 * The reason of a failure. The list is open: any other code is the wire's own in lower case.
 *
 * - `invalid_credentials`: the password, code, link, passkey or token is wrong, used up or expired.
 * - `invalid_password`: the current password, which a signed-in user gives once more, is wrong.
 * - `two_factor_required`: the first factor was right and the second is missing.
 * - `unverified_email`: the user has not verified their address yet.
 * - `rate_limited`: there were too many tries. `retryAfterSeconds` is the time to wait.
 * - `not_enabled`: the project has this way of signing in switched off.
 * - `cancelled`: the passkey dialogue was closed or aborted.
 * - `unsupported`: the browser has no passkeys.
 * - `already_registered`: the device has a passkey of the user already.
 * - `passkey_failed`: the browser failed. `reason` is the code of SimpleWebAuthn's `WebAuthnError` in lower case.
 * - `email_taken`: at sign-up, another user has the address.
 * - `weak_password`: a new password does not follow the project's policy.
 * - `unauthorized`: nobody is signed in.
 * - `session_not_fresh`: the sign-in was too long ago for this.
 * - `network_error`: the service, or the script for passkeys, could not be reached.
 * - `service_error`: the service failed, or something else answered in its place.
 *
 * @example
 * if (!result.ok && result.code === "rate_limited") wait(result.retryAfterSeconds);
 */
export type FailureCode =
  | "invalid_credentials"
  | "invalid_password"
  | "two_factor_required"
  | "unverified_email"
  | "rate_limited"
  | "not_enabled"
  | "cancelled"
  | "unsupported"
  | "already_registered"
  | "passkey_failed"
  | "email_taken"
  | "weak_password"
  | "unauthorized"
  | "session_not_fresh"
  | "network_error"
  | "service_error"
  | (string & {});

/**
 * The result of a method that failed. Methods return it and do not throw.
 *
 * @example
 * const result = await auth.signIn.email({ email, password });
 * if (!result.ok) show(result.message);
 */
export interface Failure {
  ok: false;
  code: FailureCode;
  /** A sentence in English for developers. `describeFailure` has texts for users. */
  message: string;
  /** The wire's own code in lower case where it is more exact than `code`, such as `password_too_short`. */
  reason?: string;
  /** The time to wait after `rate_limited`. */
  retryAfterSeconds?: number;
  /** In development: the mistake in the set-up, and the command that mends it. The console shows it too. */
  hint?: string;
  twoFactorRequired?: undefined;
}

/**
 * The result of a sign-in whose first factor was right while the user has a second. It counts as a failure, since
 * nobody is signed in yet: ask the user for a code and call `twoFactor.verify`.
 *
 * @example
 * if (result.twoFactorRequired) location.assign(auth.hostedPageURL("two-factor", "/"));
 */
export interface TwoFactorRequired {
  ok: false;
  code: "two_factor_required";
  message: string;
  reason?: undefined;
  retryAfterSeconds?: undefined;
  twoFactorRequired: true;
  /** The factors that the user can give, such as `totp`. */
  twoFactorMethods: string[];
}

/**
 * The result of a method that succeeded, with the fields of that method.
 *
 * @example
 * const done: Success<{ codes: string[] }> = { ok: true, codes: ["ABCD-EFGH"] };
 */
export type Success<Fields = unknown> = { ok: true; twoFactorRequired?: undefined } & Fields;

/**
 * The result of a method: `{ ok: true, … }` or `{ ok: false, code, message }`.
 *
 * @example
 * const result: Result<{ codes: string[] }> = await auth.twoFactor.generateBackupCodes(password);
 */
export type Result<Fields = unknown> = Success<Fields> | Failure;

/**
 * A way into the account that was set up before its address was proven, in another browser than the proving one.
 *
 * @example
 * const removed: RemovedAccess = "password";
 */
export type RemovedAccess = "password" | "two-factor" | "passkeys" | "providers";

/**
 * The result of a sign-in.
 *
 * @example
 * const result: SignInResult = await auth.signIn.email({ email, password });
 * if (result.ok) console.log(result.userId, result.sessionExpiresAt);
 * else if (result.twoFactorRequired) askForCode();
 */
export type SignInResult =
  | Success<{
      userId: string;
      sessionExpiresAt: string;
      /** The ways in that the first proof of the address took away, to be told to the user. */
      removedAccess?: readonly RemovedAccess[];
    }>
  | TwoFactorRequired
  | Failure;

/**
 * The result of a sign-up. Without `sessionExpiresAt` the user must verify their address before the first sign-in.
 *
 * @example
 * const result: SignUpResult = await auth.signUp.email({ email, password, name });
 * if (result.ok && result.sessionExpiresAt === null) show("We sent you a mail.");
 */
export type SignUpResult = Result<{ userId: string; sessionExpiresAt: string | null }>;

/**
 * The state of the session. With `code` it could not be read, which does not mean that nobody is signed in.
 *
 * @example
 * const session: Session = await auth.getSession();
 * if (session.authenticated) console.log(session.user.email);
 */
export type Session =
  | {
      authenticated: true;
      id: string;
      userId: string;
      user: User;
      createdAt: string;
      expiresAt: string;
      /** The organization that the user works in; `null` for none. */
      activeOrganizationId: string | null;
      code?: undefined;
    }
  | { authenticated: false; code?: FailureCode; message?: string };
