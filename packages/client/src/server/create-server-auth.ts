import type { Session } from "../result";
import { readAppSession } from "./app-session";
import { readCookie } from "./cookies";
import { type AuthHandlers, createHandlers } from "./handlers";
import { type AuthProxy, createProxy, type ProxyOptions } from "./proxy";
import { readOptions, type ServerAuthOptions, type ServerConfig } from "./server-options";
import { signInLocation } from "./sign-in-location";
import { createTokenVerifier, type TokenVerifier } from "./verify-token";
import { fetchSession, serviceCookie, serviceCookieName } from "./wire-requests";

/**
 * The session of a signed-in user.
 *
 * @example
 * const session: SignedInSession = await auth.requireSession();
 */
export type SignedInSession = Extract<Session, { authenticated: true }>;

/**
 * The sign-in of one project on the app's server. In Next's App Router, `request` can be left out.
 *
 * @example
 * async function whoami(auth: ServerAuth, request: Request) {
 *   const session = await auth.getSession(request);
 *   return session.authenticated ? session.user.email : "nobody";
 * }
 */
export interface ServerAuth {
  /** Reads the session from the service, so that a session that has ended is refused at once. */
  getSession(request?: Request): Promise<Session>;
  /**
   * Returns the session of the signed-in user. Without one it redirects to the sign-in page, which leads back to
   * `returnPath`; when called with a request, it throws `SessionRequired` instead. It throws an `Error` when the
   * service cannot be reached.
   */
  requireSession(options?: { request?: Request; returnPath?: string }): Promise<SignedInSession>;
  /** Verifies a token of the client's `getToken` by the project's public keys, without a request for each. */
  verifyToken: TokenVerifier;
  /** Returns the address of the sign-in page, which leads back to `returnPath`. */
  signInURL(returnPath?: string): string;
  /** Returns a function for `proxy.ts` that checks and renews the app's cookie. Pages still call `requireSession`. */
  proxy(options?: ProxyOptions): AuthProxy;
  /** The route handlers at `routePath`, for an app with a session of its own. */
  handlers: AuthHandlers;
}

/**
 * The error that `requireSession` throws for a request without a session.
 *
 * @example
 * try {
 *   await auth.requireSession({ request });
 * } catch (error) {
 *   if (error instanceof SessionRequired) return Response.redirect(error.signInURL);
 *   throw error;
 * }
 */
export class SessionRequired extends Error {
  readonly code = "session_required";
  /** The address of the sign-in page, which leads back to the app. */
  readonly signInURL: string;

  constructor(signInURL: string) {
    super("Nobody is signed in");
    this.name = "SessionRequired";
    this.signInURL = signInURL;
  }
}

/**
 * Creates the helpers of an app's server, in Next's App Router, plain Node or an edge runtime.
 *
 * It throws a `TypeError` for missing options, and for a `sessionSecret` of less than 32 characters.
 *
 * @example
 * export const auth = createServerAuth({
 *   projectId: "p_4k9x2m7q1w8e5r3t6y0u",
 *   publicKey: "pk_coppice_auth_…",
 *   apiOrigin: "https://id.example.com",
 *   appOrigin: "https://app.example.org",
 *   sessionSecret: process.env.SESSION_SECRET,
 * });
 *
 * const session = await auth.requireSession({ returnPath: "/dashboard" });
 */
export function createServerAuth(options: ServerAuthOptions): ServerAuth {
  const config = readOptions(options);
  const getSession = async (request?: Request) => readSession(config, await cookieHeader(request));
  return {
    getSession,
    async requireSession({ request, returnPath = "/" } = {}) {
      const session = await getSession(request);
      if (session.authenticated) return session;
      if (session.code !== undefined) throw new Error(session.message ?? session.code);
      const location = signInLocation(config, returnPath);
      if (request) throw new SessionRequired(location);
      const { redirect } = await import("next/navigation.js");
      return redirect(location);
    },
    verifyToken: createTokenVerifier({ projectId: config.projectId, issuer: config.issuer, fetch: config.fetch }),
    signInURL: (returnPath = "/") => signInLocation(config, returnPath),
    proxy: (proxyOptions = {}) => createProxy(config, proxyOptions),
    handlers: createHandlers(config),
  };
}

/** Reads the session by the app's own cookie, or by the service's cookie where both are on one host. */
async function readSession(config: ServerConfig, header: string | null): Promise<Session> {
  const own = await readAppSession(config, header);
  if (own !== null) return fetchSession(config, serviceCookie(config, own.sessionToken));
  const token = readCookie(header, serviceCookieName(config));
  return token === null ? { authenticated: false } : fetchSession(config, serviceCookie(config, token));
}

async function cookieHeader(request: Request | undefined): Promise<string | null> {
  if (request) return request.headers.get("cookie");
  const { headers } = await import("next/headers.js");
  return (await headers()).get("cookie");
}
