import { PROJECT_ID_HEADER, PUBLIC_KEY_HEADER } from "@/lib/core/service";
import { preflightHeaders } from "../preflight";

export const AUTH_PREFIX = "/v1/auth-tenant";
/** Some routes below it take the requests of a project's pages, which send no cookies there. */
const PROJECTS_PREFIX = "/v1/projects";
const PREFLIGHT_SECONDS = 600;

const SIGN_IN = {
  methods: ["GET", "POST"],
  fields: ["content-type", "authorization", PROJECT_ID_HEADER, PUBLIC_KEY_HEADER],
};
const PROJECTS = {
  methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  fields: [
    ...["content-type", "authorization", "if-match", "if-none-match", "content-digest", "digest"],
    "idempotency-key",
  ],
};

/** Returns whether pages of other origins ask for this path. */
export function isForPages(pathname: string): boolean {
  return isBelow(pathname, AUTH_PREFIX) || isBelow(pathname, PROJECTS_PREFIX);
}

function isBelow(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

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

/** Returns the methods and headers that a page of an allowed origin may send to a path. */
export function preflightOf(pathname: string, origin: string, asked: string | null): Record<string, string> {
  const allowed = isBelow(pathname, AUTH_PREFIX) ? SIGN_IN : PROJECTS;
  return preflightHeaders(asked, { origin, ...allowed, seconds: PREFLIGHT_SECONDS });
}
