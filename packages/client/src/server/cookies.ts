import type { ServerConfig } from "./server-options";

/** The value of a cookie; `null` when there is none or two of the name, since nothing tells which is ours. */
export function readCookie(header: string | null, name: string): string | null {
  const values = (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return values.length === 1 ? (values[0]?.slice(name.length + 1) ?? null) : null;
}

/** A Set-Cookie field, RFC 6265 section 4.1. Lax: it must be there when a hosted page leads back. */
export function setCookie({ isSecure }: ServerConfig, name: string, value: string, maxAgeSeconds: number): string {
  const attributes = `Path=/; Max-Age=${Math.floor(maxAgeSeconds)}; HttpOnly; SameSite=Lax`;
  return `${name}=${value}; ${attributes}${isSecure ? "; Secure" : ""}`;
}

export function clearCookie(config: ServerConfig, name: string): string {
  return setCookie(config, name, "", 0);
}

/** `__Host-` keeps sibling hosts from setting it. */
export function cookieName({ isSecure, projectId }: ServerConfig, kind: string, service: string): string {
  return `${isSecure ? "__Host-" : ""}${service}_${kind}_${projectId}`;
}
