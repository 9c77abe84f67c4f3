import { appSessionName, forgetAppSession, readAppSession, sealAppSession } from "./app-session";
import { readCookie } from "./cookies";
import type { ServerConfig } from "./server-options";
import { secondsSince, signInLocation } from "./sign-in-location";
import { fetchSession, serviceCookie, serviceCookieName } from "./wire-requests";

/**
 * Options of `auth.proxy`.
 *
 * @example
 * export const proxy = auth.proxy({ protectedPaths: ["/dashboard"] });
 */
export interface ProxyOptions {
  /** Who has no session cookie is led to the sign-in page from these and everything below them. */
  protectedPaths?: readonly string[];
}

/**
 * As Next's proxy.ts wants it: an answer, or nothing to go on.
 *
 * @example
 * export const proxy: AuthProxy = auth.proxy({ protectedPaths: ["/dashboard"] });
 */
export type AuthProxy = (request: Request) => Promise<Response | undefined>;

/** The service prolongs a session that is used; the app's cookie follows once a day. */
const RENEW_AFTER_SECONDS = 86_400;

export function createProxy(config: ServerConfig, { protectedPaths = [] }: ProxyOptions): AuthProxy {
  return async (request) => {
    const header = request.headers.get("cookie");
    const { pathname, search } = new URL(request.url);
    const isProtected = protectedPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
    if (isProtected && !hasSessionCookie(config, header)) {
      return new Response(null, {
        status: 307,
        headers: { location: signInLocation(config, `${pathname}${search}`), "cache-control": "private, no-store" },
      });
    }
    const cookie = await renew(config, header);
    if (cookie === null) return undefined;
    const { NextResponse } = await import("next/server.js");
    const response = NextResponse.next();
    response.headers.append("set-cookie", cookie);
    return response;
  };
}

/** Only whether there is a cookie: what it is worth is for `requireSession` to find out. */
function hasSessionCookie(config: ServerConfig, header: string | null): boolean {
  const name = config.sessionSecret === null ? serviceCookieName(config) : appSessionName(config);
  return readCookie(header, name) !== null;
}

async function renew(config: ServerConfig, header: string | null): Promise<string | null> {
  const own = await readAppSession(config, header);
  if (own === null || secondsSince(own.sealedAt) < RENEW_AFTER_SECONDS) return null;
  const session = await fetchSession(config, serviceCookie(config, own.sessionToken));
  if (session.authenticated) return sealAppSession(config, { ...own, expiresAt: session.expiresAt });
  return session.code === undefined ? forgetAppSession(config) : null;
}
