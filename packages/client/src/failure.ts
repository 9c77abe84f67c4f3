import type { Failure, FailureCode } from "./result";

const CODES: Record<string, FailureCode> = {
  INVALID_EMAIL_OR_PASSWORD: "invalid_credentials",
  INVALID_OTP: "invalid_credentials",
  OTP_EXPIRED: "invalid_credentials",
  INVALID_TOKEN: "invalid_credentials",
  INVALID_CODE: "invalid_credentials",
  INVALID_BACKUP_CODE: "invalid_credentials",
  AUTHENTICATION_FAILED: "invalid_credentials",
  PASSKEY_NOT_FOUND: "invalid_credentials",
  TEST_TOKEN_INVALID: "invalid_credentials",
  EMAIL_NOT_VERIFIED: "unverified_email",
  TOO_MANY_REQUESTS: "rate_limited",
  TOO_MANY_ATTEMPTS: "rate_limited",
  ACCOUNT_TEMPORARILY_LOCKED: "rate_limited",
  PROVIDER_NOT_FOUND: "not_enabled",
};

export function fail(code: FailureCode, message: string): Failure {
  return { ok: false, code, message };
}

/** Reads a refusal of the wire, `{ code, message }`. One of another form comes from a proxy in between. */
export function readRefusal(status: number, headers: Headers, body: unknown): Failure {
  const { code, message, hint } = (body ?? {}) as { code?: unknown; message?: unknown; hint?: unknown };
  const wireCode = typeof code === "string" ? code : "";
  const failure = fail(
    toFailureCode(status, wireCode),
    typeof message === "string" ? message : `The service said ${status}`,
  );
  if (typeof hint === "string") failure.hint = hint;
  if (wireCode !== "") failure.reason = wireCode.toLowerCase();
  const seconds = Number(headers.get("x-retry-after") ?? headers.get("retry-after") ?? Number.NaN);
  if (seconds >= 0) failure.retryAfterSeconds = seconds;
  return failure;
}

/** Returns the client's code for a code of the wire. */
export function toFailureCode(status: number, wireCode: string): FailureCode {
  if (status === 429) return "rate_limited";
  const known = Object.hasOwn(CODES, wireCode) ? CODES[wireCode] : undefined;
  if (known) return known;
  if (wireCode.endsWith("_DISABLED")) return "not_enabled";
  if (wireCode.startsWith("USER_ALREADY_EXISTS")) return "email_taken";
  if (/^PASSWORD_(TOO|COMP)/.test(wireCode)) return "weak_password";
  return wireCode === "" || status >= 500 ? "service_error" : wireCode.toLowerCase();
}
