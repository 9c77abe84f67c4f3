import { SERVICE } from "@/lib/core/service";

/** Every path of the sign-in wire starts with this. */
export const AUTH_PREFIX = "/v1/auth-tenant";
const PREFLIGHT_SECONDS = 600;

/**
 * Returns the header fields that let a page of an allowed origin read the answer. Every answer varies by origin, a
 * refusal too.
 */
export function corsHeaders(origin: string | null, allowedOrigins: readonly string[]): Headers {
  const headers = new Headers({ Vary: "Origin" });
  if (origin === null || !allowedOrigins.includes(origin)) return headers;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Allow-Credentials", "true");
  headers.set("Access-Control-Expose-Headers", "set-auth-jwt, X-Retry-After, Retry-After, X-Request-Id");
  return headers;
}

/** Adds what a preflight asks for: the methods and headers that a page may use. */
export function addPreflightHeaders(headers: Headers): void {
  headers.set("Access-Control-Allow-Methods", "GET, POST");
  headers.set("Access-Control-Allow-Headers", `content-type, authorization, x-${SERVICE.slug}-project-id`);
  headers.set("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
}
