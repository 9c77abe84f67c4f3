import { serialize } from "hono/utils/cookie";
import { LOCALE_COOKIE } from "@/lib/core/locale";
import { SERVICE } from "@/lib/core/service";
import { dashboardCookieName } from "@/lib/people/accounts/session-cookie";
import type { BrowserCookie, CookieKind } from "@/lib/sign-in/browser-cookie";

/**
 * Returns the name of a cookie: `coppice_session_<project id>`, behind `__Host-` where the service is reached by https.
 * The language and the dashboard's session are no project's.
 */
export function cookieName(kind: CookieKind, projectId: string, baseUrl: string): string {
  if (kind === "locale") return LOCALE_COOKIE;
  if (kind === "dashboard") return dashboardCookieName(baseUrl);
  return `${isSecure(baseUrl) ? "__Host-" : ""}${SERVICE.slug}_${kind}_${projectId}`;
}

/**
 * Returns the value of the one cookie of this name. Two of a name mean that a sibling host has set one of them, and
 * nothing shows which: then there is none.
 */
export function readCookie(header: string | null, name: string): string | null {
  if (header === null) return null;
  const values = header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && value !== "" ? value : null;
}

const SESSION_TOKEN = /^[0-9A-Za-z]{43}$/;

/** Returns the token in the session's cookie; `null` for what cannot be one. */
export function readSessionToken(header: string | null, projectId: string, baseUrl: string): string | null {
  const value = readCookie(header, cookieName("session", projectId, baseUrl));
  return value !== null && SESSION_TOKEN.test(value) ? value : null;
}

/** Sessions are for requests of the service's own site; a flow's cookie travels on a provider's redirect and from a mail. */
const STRICT: readonly CookieKind[] = ["session", "dashboard"];

/** Returns the Set-Cookie field. */
export function setCookieField(
  { kind, value, maxAgeSeconds }: BrowserCookie,
  projectId: string,
  baseUrl: string,
): string {
  return serialize(cookieName(kind, projectId, baseUrl), value, {
    path: "/",
    httpOnly: true,
    sameSite: STRICT.includes(kind) ? "Strict" : "Lax",
    secure: isSecure(baseUrl),
    ...(maxAgeSeconds !== null && { maxAge: maxAgeSeconds }),
  });
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith("https://");
}
