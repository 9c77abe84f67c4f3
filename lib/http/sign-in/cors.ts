import { PROJECT_ID_HEADER, PUBLIC_KEY_HEADER } from "@/lib/core/service";

export const AUTH_PREFIX = "/v1/auth-tenant";
const PREFLIGHT_SECONDS = 600;

/** Every answer varies by origin, also a refusal. */
export function corsHeaders(origin: string | null, allowedOrigins: readonly string[]): Headers {
  const headers = new Headers({ Vary: "Origin" });
  if (origin === null || !allowedOrigins.includes(origin)) return headers;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Allow-Credentials", "true");
  headers.set(
    "Access-Control-Expose-Headers",
    "set-auth-jwt, set-auth-token, X-Retry-After, Retry-After, X-Request-Id",
  );
  return headers;
}

export function addPreflightHeaders(headers: Headers): void {
  headers.set("Access-Control-Allow-Methods", "GET, POST");
  headers.set(
    "Access-Control-Allow-Headers",
    `content-type, authorization, ${PROJECT_ID_HEADER}, ${PUBLIC_KEY_HEADER}`,
  );
  headers.set("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
}
