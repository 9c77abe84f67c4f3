import { toFailureCode } from "../../failure";
import type { Messages } from "./en";

/**
 * Replaces every `{name}` in a text by its value. A `{name}` within a value stays as it is.
 *
 * @example
 * fillIn("We sent a code to {email}.", { email: "ada@example.com" });
 */
export function fillIn(text: string, values: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : placeholder,
  );
}

/**
 * Returns the text of a failure in the language of the messages: that of `reason`, or else that of `code`, or else one
 * for any failure. `message` is for developers and in English. With the project's `passwordPolicy`, that of a password that is too short says how long it must be.
 *
 * @example
 * const text = describeFailure(en, "en", { code: "rate_limited", message: "…", retryAfterSeconds: 30 });
 */
export function describeFailure(
  messages: Messages,
  locale: string | undefined,
  failure: { code: string; message?: string; reason?: string; retryAfterSeconds?: number },
  policy?: { minLength: number },
): string {
  const { code, reason, retryAfterSeconds } = readWireCode(failure);
  if (code === "rate_limited") {
    if (retryAfterSeconds === undefined) return messages["error.rate_limited_now"];
    return fillIn(messages["error.rate_limited"], { duration: formatDuration(locale, retryAfterSeconds) });
  }
  if (reason === "password_too_short") {
    if (policy === undefined) return messages["error.weak_password"];
    return fillIn(messages["error.password_too_short"], { length: String(policy.minLength) });
  }
  const byKey = (key: string) => (messages as Record<string, string | undefined>)[`error.${SAME_TEXT[key] ?? key}`];
  const text = byKey(reason ?? code) ?? byKey(code);
  if (text !== undefined) return text;
  if (code.startsWith("you_are_not_")) return byKey("not_allowed") ?? messages["error.service_error"];
  if (SETUP_CODES.test(code)) return fillIn(messages["error.misconfigured"], { code });
  return messages["error.service_error"];
}

/** Failures that users are told in the same words. */
const SAME_TEXT: Readonly<Record<string, string>> = {
  failed_to_verify_registration: "passkey_failed",
  totp_not_enabled: "two_factor_not_enabled",
  backup_codes_not_enabled: "two_factor_not_enabled",
  email_verification_required_for_invitation: "unverified_email",
  email_verification_required_before_accepting_or_rejecting_invitation: "unverified_email",
};

/** Returns whether the service refuses every request of this app, until somebody mends its set-up. */
export function refusesApp({ code }: { code: string }): boolean {
  return code === "project_suspended" || SETUP_CODES.test(code);
}

/** The failures of an app or a project that is set up wrong, of which users learn the code alone. */
const SETUP_CODES =
  /^(invalid_(public_key|project|origin|(error_|new_user_)?callback_url|redirect_url)|missing_or_null_origin|read_only_key)$/;

/** Replaces a code of the wire, which pages without scripts get, by the client's. */
export function readWireCode<Shown extends { code: string; reason?: string }>(failure: Shown): Shown {
  if (!/^[A-Z_]+$/.test(failure.code)) return failure;
  return { ...failure, code: toFailureCode(400, failure.code), reason: failure.code.toLowerCase() };
}

/** Returns a duration such as `30 seconds` or `15 minutes` in the given language. */
function formatDuration(locale: string | undefined, seconds: number): string {
  const [amount, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(Math.max(1, amount));
}

/** Returns all texts: the given ones, and those of `base` for the missing ones. */
export function completeMessages<Base extends Messages>(base: Base, own: object | undefined): Base {
  return own === undefined ? base : { ...base, ...own };
}
