import { serialize } from "hono/utils/cookie";
import { LOCALE_COOKIE } from "@/lib/core/locale";
import { SERVICE } from "@/lib/core/service";
import { dashboardCookieName } from "@/lib/people/accounts/session-cookie";
import type { BrowserCookie, CookieKind } from "@/lib/sign-in/browser-cookie";

/**
 * Returns `coppice_session_<project id>` and the like, behind `__Host-` where the service is reached by https. The
 * cookies of the language and of the dashboard's session belong to no project.
 */
export function cookieName(kind: CookieKind, projectId: string, baseUrl: string): string {
  if (kind === "locale") return LOCALE_COOKIE;
  if (kind === "dashboard") return dashboardCookieName(baseUrl);
  return `${isSecure(baseUrl) ? "__Host-" : ""}${SERVICE.slug}_${kind}_${projectId}`;
}

/** Returns `null` for two cookies of one name: a sibling host has set one of them, and nothing shows which. */
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

export function readSessionToken(header: string | null, projectId: string, baseUrl: string): string | null {
  const value = readCookie(header, cookieName("session", projectId, baseUrl));
  return value !== null && SESSION_TOKEN.test(value) ? value : null;
}

/** A flow's cookie cannot be Strict, as it travels on a provider's redirect and with a link in a mail. */
const STRICT: readonly CookieKind[] = ["session", "dashboard", "known", "sso-set-up"];

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
