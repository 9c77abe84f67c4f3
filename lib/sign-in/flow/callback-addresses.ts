import { SignInError, type SignInErrorCode } from "../errors";
import { addressHint } from "../pages/hints";
import type { RequestProject } from "../projects/request-project";

/** The fields that name where the browser is sent afterwards, on any route. */
const FIELDS = {
  callbackURL: "INVALID_CALLBACK_URL",
  redirectTo: "INVALID_REDIRECT_URL",
  redirect_to: "INVALID_REDIRECT_URL",
  errorCallbackURL: "INVALID_ERROR_CALLBACK_URL",
  error_redirect_to: "INVALID_ERROR_CALLBACK_URL",
  newUserCallbackURL: "INVALID_NEW_USER_CALLBACK_URL",
} as const satisfies Record<string, SignInErrorCode>;

/** Throws the error of the first address that the project does not trust, before any work is done. */
export function requireTrustedAddresses(body: unknown, project: RequestProject, baseUrl: string): void {
  if (typeof body !== "object" || body === null) return;
  for (const [field, code] of Object.entries(FIELDS)) {
    if (!Object.hasOwn(body, field)) continue;
    const value: unknown = Reflect.get(body, field);
    if (value === undefined || value === null) continue;
    if (typeof value !== "string")
      throw new SignInError("VALIDATION_ERROR", { message: `[body.${field}] Invalid input` });
    if (!isTrustedAddress(value, project, baseUrl)) {
      throw new SignInError(code, { hint: addressHint(value, project), subject: withoutQuery(value) });
    }
  }
}

/** The parts after the path may hold secrets of the app. */
export function withoutQuery(address: string): string {
  return (address.split(/[?#]/, 1)[0] ?? "").slice(0, 200);
}

/**
 * Returns whether the browser may be sent to the address: a path of the app, an address that the project lists or,
 * where it lists none, any of an allowed origin, and the project's own hosted pages.
 */
export function isTrustedAddress(
  value: string,
  { id, settings }: Pick<RequestProject, "id" | "settings">,
  baseUrl: string,
): boolean {
  if (value.startsWith("/")) return isPlainPath(value);
  const url = URL.parse(value);
  if (url === null || url.username !== "" || url.password !== "" || UNPRINTABLE.test(value)) return false;
  if (url.origin === baseUrl && url.pathname.startsWith(`/auth/${id}/`)) return true;
  if (settings.redirectAddresses.length === 0) return settings.allowedOrigins.includes(url.origin);
  return settings.redirectAddresses.some((address) => URL.parse(address)?.href === url.href);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const UNPRINTABLE = /[\u0000-\u0020\u007f\\]/;

/** Browsers may read `//host`, `/\host` and their encoded forms as addresses of another site. */
function isPlainPath(value: string): boolean {
  const [path = ""] = value.split(/[?#]/, 1);
  return !value.startsWith("//") && !UNPRINTABLE.test(value) && !/%(2f|5c)/i.test(path);
}
