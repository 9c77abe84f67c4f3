import type { HeaderReader } from "@/lib/core/header-reader";
import { SignInError } from "@/lib/sign-in/errors";
import { EXPO_HINT } from "@/lib/sign-in/pages/hints";

export interface TrustedOrigins {
  allowed: readonly string[];
  /** Returns the hint for a developer whose origin is none of them. */
  hint?: (origin: string) => string;
  /** The advice to a developer with requests that name none. */
  hintWithout?: string;
}

/** Demands an allowed Origin, or else Referer. Throws `MISSING_OR_NULL_ORIGIN` or `INVALID_ORIGIN`. */
export function requireTrustedOrigin(headers: HeaderReader, { allowed, hint, hintWithout }: TrustedOrigins): void {
  const origin = headers.get("origin") ?? originOf(headers.get("referer"));
  if (origin === null || origin === "null") {
    throw new SignInError("MISSING_OR_NULL_ORIGIN", hintWithout === undefined ? {} : { hint: hintWithout });
  }
  if (!allowed.includes(origin)) {
    throw new SignInError("INVALID_ORIGIN", { subject: origin.slice(0, 200), ...(hint && { hint: hint(origin) }) });
  }
}

const BROWSER_HEADERS = ["sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "origin", "referer"];

/**
 * Refuses a sign-in that a foreign page may have caused, also without a cookie; programs other than browsers pass.
 * Throws `CROSS_SITE_NAVIGATION_LOGIN_BLOCKED`, `MISSING_OR_NULL_ORIGIN` or `INVALID_ORIGIN`.
 */
export function requireTrustedLogin(headers: HeaderReader, trusted: TrustedOrigins): void {
  if (!BROWSER_HEADERS.some((name) => headers.has(name))) return;
  if (headers.get("sec-fetch-site") === "cross-site" && headers.get("sec-fetch-mode") === "navigate") {
    throw new SignInError("CROSS_SITE_NAVIGATION_LOGIN_BLOCKED");
  }
  requireTrustedOrigin(headers, trusted);
}

/**
 * Returns whether a page of this service sent the request. A browser sends Origin or, with a read, Referer; where those
 * were taken out, Sec-Fetch-Site, which no script can set, must say so.
 */
export function isFromOwnPage(headers: HeaderReader, baseUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = headers.get("origin") ?? originOf(headers.get("referer"));
  return origin === null ? site !== null : origin === baseUrl;
}

/** The header by which better-auth's Expo plugin names its app in place of Origin. */
const EXPO_ORIGIN = "expo-origin";

/**
 * Refuses a sign-in by better-auth's Expo plugin: it reads its session from cookies of better-auth's names, so the app
 * would be told of a success and be signed out ever after. Throws `MISSING_OR_NULL_ORIGIN`.
 */
export function refuseExpoPlugin(headers: HeaderReader): void {
  if (headers.has(EXPO_ORIGIN)) throw new SignInError("MISSING_OR_NULL_ORIGIN", { hint: EXPO_HINT });
}

function originOf(referer: string | null): string | null {
  return referer === null ? null : (URL.parse(referer)?.origin ?? null);
}
