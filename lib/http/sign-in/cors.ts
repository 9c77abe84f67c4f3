import { SERVICE } from "@/lib/core/service";

export const AUTH_PREFIX = "/v1/auth-tenant";
const PREFLIGHT_SECONDS = 600;

/** Every answer varies by origin, also a refusal. */
export function corsHeaders(origin: string | null, allowedOrigins: readonly string[]): Headers {
  const headers = new Headers({ Vary: "Origin" });
  if (origin === null || !allowedOrigins.includes(origin)) return headers;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Allow-Credentials", "true");
  headers.set("Access-Control-Expose-Headers", "set-auth-jwt, X-Retry-After, Retry-After, X-Request-Id");
  return headers;
}

export function addPreflightHeaders(headers: Headers): void {
  headers.set("Access-Control-Allow-Methods", "GET, POST");
  headers.set("Access-Control-Allow-Headers", `content-type, authorization, x-${SERVICE.slug}-project-id`);
  headers.set("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
}
