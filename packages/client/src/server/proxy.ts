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
  /** The paths that need a session cookie, with everything below them. Without it they redirect to the sign-in page. */
  protectedPaths?: readonly string[];
}

/**
 * A function for Next's `proxy.ts`. It returns a response, or nothing to let the request pass.
 *
 * @example
 * export const proxy: AuthProxy = auth.proxy({ protectedPaths: ["/dashboard"] });
 */
export type AuthProxy = (request: Request) => Promise<Response | undefined>;

/** The service prolongs a session in use, and the app's cookie is renewed once a day to follow it. */
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

/** Returns whether there is a session cookie. `requireSession` finds out whether it is valid. */
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
