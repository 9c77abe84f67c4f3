import type { User } from "./wire";

/**
 * Why something was refused. The list is open: what is not named here is the wire's own code in lower case.
 *
 * - `invalid_credentials`: password, code, link, passkey or token is wrong, spent or too old
 * - `two_factor_required`: the first factor was right, the second is missing
 * - `unverified_email`: the mailbox has not been proven yet
 * - `rate_limited`: too many tries; `retryAfterSeconds` says when to come again
 * - `not_enabled`: the project has this way of signing in switched off
 * - `cancelled`, `unsupported`: the passkey dialogue was closed; the browser knows no passkeys
 * - `email_taken`, `weak_password`: said by sign-up and wherever a password is set
 * - `unauthorized`, `session_not_fresh`: nobody is signed in; the sign-in was too long ago for this
 * - `network_error`, `service_error`: no answer; an answer that is none
 *
 * @example
 * if (!result.ok && result.code === "rate_limited") wait(result.retryAfterSeconds);
 */
export type FailureCode =
  | "invalid_credentials"
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
 * A refusal. Nothing throws for one.
 *
 * @example
 * const result = await auth.signIn.email({ email, password });
 * if (!result.ok) show(result.message);
 */
export interface Failure {
  ok: false;
  code: FailureCode;
  /** In English, for people. */
  message: string;
  /** The wire's own code in lower case, where it says more than `code`: `password_too_short`. */
  reason?: string;
  retryAfterSeconds?: number;
  twoFactorRequired?: undefined;
}

/**
 * The first factor was right and the user has a second: ask for it and call `twoFactor.verify`. Nobody is signed in
 * yet, so it counts as a failure.
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
  twoFactorMethods: string[];
}

/**
 * What succeeded, with its fields.
 *
 * @example
 * const done: Success<{ codes: string[] }> = { ok: true, codes: ["ABCD-EFGH"] };
 */
export type Success<Fields = unknown> = { ok: true; twoFactorRequired?: undefined } & Fields;

/**
 * `{ ok: true, … }` or `{ ok: false, code, message }`.
 *
 * @example
 * const result: Result<{ codes: string[] }> = await auth.twoFactor.generateBackupCodes(password);
 */
export type Result<Fields = unknown> = Success<Fields> | Failure;

/**
 * What every sign-in answers.
 *
 * @example
 * const result: SignInResult = await auth.signIn.email({ email, password });
 * if (result.ok) console.log(result.userId, result.sessionExpiresAt);
 * else if (result.twoFactorRequired) askForCode();
 */
export type SignInResult = Success<{ userId: string; sessionExpiresAt: string }> | TwoFactorRequired | Failure;

/**
 * What sign-up answers. Without `sessionExpiresAt` the mailbox must be proven before the first sign-in.
 *
 * @example
 * const result: SignUpResult = await auth.signUp.email({ email, password, name });
 * if (result.ok && result.sessionExpiresAt === null) show("We sent you a mail.");
 */
export type SignUpResult = Result<{ userId: string; sessionExpiresAt: string | null }>;

/**
 * Whether somebody is signed in. `code` is there when it could not be found out, which is no sign-out.
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
      code?: undefined;
    }
  | { authenticated: false; code?: FailureCode; message?: string };
