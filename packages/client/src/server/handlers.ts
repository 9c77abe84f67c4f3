import type { Answer } from "../connection";
import { appSessionName, forgetAppSession, readAppSession, sealAppSession } from "./app-session";
import { readCookie } from "./cookies";
import type { ServerConfig } from "./server-options";
import { callbackAddress, endFlow, readFlow, startFlow, startSignOut, toOwnPath } from "./sign-in-flow";
import { exchangeCode, serviceCookie, wireOf } from "./wire-requests";

/**
 * The route handlers of an app with a session of its own.
 *
 * @example
 * // app/api/auth/[...path]/route.ts
 * export const { GET, POST } = auth.handlers;
 */
export interface AuthHandlers {
  /** Redirects `sign-in` and `sign-up` to the hosted page, which leads back to `callback`, where the session starts. */
  GET(request: Request): Promise<Response>;
  /**
   * Ends the session in the app at `sign-out`, and the browser's session at the service by way of the hosted page,
   * which leads back to `callback` too.
   */
  POST(request: Request): Promise<Response>;
}

/** The wire paths that the browser's client reaches through the app, where it has no cookie of the service. */
const FORWARDED = { GET: ["/methods", "/get-session", "/token"], POST: ["/sign-out"] } as const;
const WIRE = "/v1/auth-tenant";

export function createHandlers(config: ServerConfig): AuthHandlers {
  return {
    async GET(request) {
      const { path, search } = addressOf(config, request);
      if (path === "/sign-in" || path === "/sign-up") return begin(config, path.slice(1), search.get("redirect_to"));
      if (path === "/callback") return finish(config, request, search.get("code"));
      return forward(config, request, "GET", path);
    },
    async POST(request) {
      // No cross-site POST brings Lax cookies, but sibling hosts belong to the same site.
      if (request.headers.get("origin") !== config.appOrigin) return plain(403, "This request is from another origin.");
      const { path, search } = addressOf(config, request);
      if (path === "/sign-out") return signOut(config, request, search.get("redirect_to"));
      return forward(config, request, "POST", path);
    },
  };
}

function addressOf(config: ServerConfig, request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.startsWith(`${config.routePath}/`) ? pathname.slice(config.routePath.length) : "";
  return { path, search: searchParams };
}

async function begin(config: ServerConfig, page: string, redirectTo: string | null): Promise<Response> {
  const { location, cookie } = await startFlow(config, page, toOwnPath(config, redirectTo));
  return redirect(location, [cookie]);
}

async function finish(config: ServerConfig, request: Request, code: string | null): Promise<Response> {
  const flow = await readFlow(config, request);
  if (flow && flow.codeVerifier === undefined) return redirect(flow.returnPath, [endFlow(config)]);
  if (!flow?.codeVerifier || code === null) return redirect("/?auth_error=invalid_credentials", [endFlow(config)]);
  const exchanged = await exchangeCode(config, code, flow.codeVerifier);
  if (!exchanged.ok) return redirect(`/?auth_error=${encodeURIComponent(exchanged.code)}`, [endFlow(config)]);
  return redirect(flow.returnPath, [await sealAppSession(config, exchanged.data), endFlow(config)]);
}

async function signOut(config: ServerConfig, request: Request, redirectTo: string | null): Promise<Response> {
  const returnPath = toOwnPath(config, redirectTo);
  const { page, cookies } = await endSession(config, request, returnPath);
  return redirect(page ?? returnPath, cookies, 303);
}

/** Signs out as the browser's client asks, which opens the hosted page by itself and comes back to the same page. */
async function signOutClient(config: ServerConfig, request: Request): Promise<Response> {
  const returnPath = toOwnPath(config, request.headers.get("referer"));
  const { page, cookies } = await endSession(config, request, returnPath);
  return json(200, { success: true, ...(page !== null && { url: page }) }, cookies);
}

/**
 * Ends the app's session, and returns the hosted page that ends the browser's own at the service. A failure there is
 * ignored, since users of shared browsers rely on the cookie's end.
 */
async function endSession(config: ServerConfig, request: Request, returnPath: string) {
  const forget = forgetAppSession(config);
  const session = await readAppSession(config, request.headers.get("cookie"));
  if (session === null) return { page: null, cookies: [forget] };
  const { state, cookie } = await startSignOut(config, returnPath);
  const callbackURL = callbackAddress(config);
  const { post } = wireOf(config, serviceCookie(config, session.sessionToken));
  const answer = await post<{ url?: string }>("/sign-out", { callbackURL, state });
  if (answer.ok) {
    // Without an address the session had ended before, and the page asks the user.
    const unasked = `${config.authUrl}/sign-out?${new URLSearchParams({ redirect_to: callbackURL, state })}`;
    return { page: answer.data.url ?? unasked, cookies: [forget, cookie] };
  }
  if (answer.code === "invalid_callback_url") await post("/sign-out");
  return { page: null, cookies: [forget] };
}

async function forward(
  config: ServerConfig,
  request: Request,
  method: "GET" | "POST",
  path: string,
): Promise<Response> {
  const wirePath = FORWARDED[method].find((known) => path === `${WIRE}${known}`);
  if (!wirePath) return plain(404, "There is nothing at this address.");
  if (wirePath === "/sign-out") return signOutClient(config, request);
  if (wirePath === "/methods") return answerOf(await wireOf(config, null).get<unknown>(wirePath));
  const header = request.headers.get("cookie");
  const session = await readAppSession(config, header);
  const forget =
    session === null && readCookie(header, appSessionName(config)) !== null ? [forgetAppSession(config)] : [];
  if (session === null) return wirePath === "/get-session" ? json(200, null, forget) : json(401, UNAUTHORIZED, forget);
  return answerOf(await wireOf(config, serviceCookie(config, session.sessionToken)).get<unknown>(wirePath), (data) =>
    data === null ? [forgetAppSession(config)] : [],
  );
}

function answerOf(answer: Answer<unknown>, cookiesFor: (data: unknown) => string[] = () => []): Response {
  if (answer.ok) return json(200, answer.data, cookiesFor(answer.data));
  const { reason = "service_unavailable", message } = answer;
  return json(answer.code === "unauthorized" ? 401 : 503, { code: reason.toUpperCase(), message }, []);
}

const UNAUTHORIZED = { code: "UNAUTHORIZED", message: "Unauthorized" };

function redirect(location: string, cookies: string[], status = 302): Response {
  return answerWith(status, null, { location }, cookies);
}

function json(status: number, body: unknown, cookies: string[]): Response {
  return answerWith(status, JSON.stringify(body), { "content-type": "application/json" }, cookies);
}

function plain(status: number, text: string): Response {
  return answerWith(status, text, { "content-type": "text/plain; charset=utf-8" }, []);
}

function answerWith(status: number, body: string | null, fields: Record<string, string>, cookies: string[]): Response {
  const headers = new Headers({ "cache-control": "private, no-store", ...fields });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(body, { status, headers });
}
