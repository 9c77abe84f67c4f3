import { serialize } from "hono/utils/cookie";
import { SERVICE } from "@/lib/core/service";

/** `coppice_session_<project id>`, behind `__Host-` where the service is reached by https. */
export function sessionCookieName(projectId: string, baseUrl: string): string {
  return transactionCookieName("session", projectId, baseUrl);
}

/** The same of a sign-in flow or a trusted device: `coppice_social_<project id>`. */
export function transactionCookieName(kind: string, projectId: string, baseUrl: string): string {
  return `${isSecure(baseUrl) ? "__Host-" : ""}${SERVICE.slug}_${kind}_${projectId}`;
}

/**
 * The value of the one cookie of this name. Two of a name mean that a sibling host has set one of them, and nothing
 * tells which: then there is none.
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

export function readSessionCookie(header: string | null, name: string): string | null {
  const value = readCookie(header, name);
  return value !== null && TOKEN.test(value) ? value : null;
}

const TOKEN = /^[0-9A-Za-z]{43}$/;

/** Without a lifetime the cookie ends with the browser. `null` deletes it. */
export function sessionCookie(
  name: string,
  cookie: { token: string; maxAgeSeconds: number | null } | null,
  baseUrl: string,
): string {
  const maxAge = cookie === null ? 0 : cookie.maxAgeSeconds;
  return serialize(name, cookie?.token ?? "", {
    path: "/",
    httpOnly: true,
    sameSite: "Strict",
    secure: isSecure(baseUrl),
    ...(maxAge === null ? {} : { maxAge }),
  });
}

/** Lax, since it must travel on the redirect back from a provider and on a link opened from a mail. */
export function transactionCookie(name: string, value: string, maxAgeSeconds: number, baseUrl: string): string {
  const secure = isSecure(baseUrl);
  return serialize(name, value, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge: maxAgeSeconds });
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith("https://");
}
