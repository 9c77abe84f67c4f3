/** Fields whose values must be found nowhere but with their owner; `code` and `token` of a failure are none. */
const SECRET_FIELDS = new Set([
  ...["password", "newPassword", "currentPassword", "otp", "code", "token", "sessionToken", "secret"],
  ...["codeVerifier", "backupCode", "backupCodes", "totpURI", "testToken", "connectionString", "key"],
]);
/** Names things and opens nothing: the answers' `token` is the session's id. */
const IDENTIFIER = /^[a-z]+_[0-9a-z]{20}$/;
/** The API document answers with examples of failures, and events keep which failure it was. */
const ERROR_CODE = /^[A-Z]+(_[A-Z]+)+$/;
const MAILED_CODE = /^\d{6}$/;

/** The secrets in a program's request: its bearer, its cookies and its body. */
export function secretsSent(headers: Headers, body: unknown): string[] {
  const bearer = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "";
  const cookies = (headers.get("cookie") ?? "").split("; ").map((pair) => pair.slice(pair.indexOf("=") + 1));
  const fields = typeof body === "string" ? secretsOfText(body) : [];
  return [...[bearer, ...cookies].filter(isLong), ...fields].filter(isTelling);
}

/** The secrets in its answer: cookies and body. */
export function secretsReceived(headers: Headers, isSuccess: boolean, body: string): string[] {
  const cookies = headers.getSetCookie().map((field) => field.split(";", 1)[0] ?? "");
  const values = cookies.map((pair) => pair.slice(pair.indexOf("=") + 1));
  return [...values.filter(isLong), ...(isSuccess ? secretsOfText(body) : [])].filter(isTelling);
}

/** The secrets of a mail, or of any other value. */
export function secretsIn(value: unknown): string[] {
  return secretsOf("", value).filter(isTelling);
}

function secretsOfText(text: string): string[] {
  try {
    return secretsOf("", JSON.parse(text));
  } catch {
    return [...new URLSearchParams(text)].flatMap(([name, value]) => secretsOf(name, value));
  }
}

function secretsOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => secretsOf(name, item));
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([field, inner]) => secretsOf(field, inner));
  }
  if (typeof value !== "string") return [];
  // Objects of storage have keys too, which are names.
  if (name === "key" && !/^\w{20,}$/.test(value)) return [];
  const inAddress = /^(https?|otpauth|postgres(ql)?):/.test(value) ? secretsOfAddress(value) : [];
  return SECRET_FIELDS.has(name) && inAddress.length === 0 ? [value] : inAddress;
}

function secretsOfAddress(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [];
  return [url.password, ...["token", "code", "secret"].map((name) => url.searchParams.get(name) ?? "")].filter(Boolean);
}

/** A key or a cookie has at least 20 letters; a shorter one is a test's wrong one, or no secret. */
const isLong = (value: string) => value.length >= 20;

/** A short or common word would be found by accident. */
function isTelling(value: string): boolean {
  if (MAILED_CODE.test(value)) return true;
  if (IDENTIFIER.test(value) || ERROR_CODE.test(value)) return false;
  return value.length >= 9 && value.length <= 4_096 && !/^([a-z_-]+|[A-Z_]{1,30})$/.test(value);
}
