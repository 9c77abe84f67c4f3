import type { ServerConfig } from "./server-options";

/** Returns the value of a cookie, or `null` when there is none or two, of which either may be forged. */
export function readCookie(header: string | null, name: string): string | null {
  const values = (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return values.length === 1 ? (values[0]?.slice(name.length + 1) ?? null) : null;
}

/** Returns a `Set-Cookie` field (RFC 6265, section 4.1). It is Lax, since hosted pages lead back from another site. */
export function setCookie({ isSecure }: ServerConfig, name: string, value: string, maxAgeSeconds: number): string {
  const attributes = `Path=/; Max-Age=${Math.floor(maxAgeSeconds)}; HttpOnly; SameSite=Lax`;
  return `${name}=${value}; ${attributes}${isSecure ? "; Secure" : ""}`;
}

export function clearCookie(config: ServerConfig, name: string): string {
  return setCookie(config, name, "", 0);
}

/** Returns the name of a cookie. The prefix `__Host-` keeps sibling hosts from setting it. */
export function cookieName({ isSecure, projectId }: ServerConfig, kind: string, service: string): string {
  return `${isSecure ? "__Host-" : ""}${service}_${kind}_${projectId}`;
}
