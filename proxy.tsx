import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { routeMethods } from "@/app/route-methods";
import { rewrittenPath } from "@/lib/http/lanes/rewritten-path";
import { RouteRefusals } from "@/lib/http/lanes/route-refusal";
import { PATH_HEADER, requestIdOf } from "@/lib/http/request-facts";
import { pageSecurityHeaders } from "@/lib/http/security-headers";
import { answerPreflight } from "@/lib/http/sign-in/preflight";
import { getRuntime } from "@/lib/runtime/current";
import { refuseDashboard } from "@/lib/web/refuse-dashboard";

/** True under the development server alone; next.config.mjs puts the value in. */
declare const DEVELOPMENT_SERVER: boolean;

const refusals = new RouteRefusals(routeMethods);

/**
 * Gives pages their security headers and a nonce, and refuses requests that no handler answers. It decides nothing
 * about the caller.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  const runtime = await getRuntime();
  const { environment, random } = runtime;
  const requestId = requestIdOf(request.headers.get("x-request-id"), random);
  if (refusals.isPreflight(request.method, pathname)) {
    const asked = request.headers.get("access-control-request-headers");
    return answerPreflight(runtime, { origin: request.headers.get("origin"), asked, pathname, requestId });
  }
  if (refusals.owns(pathname)) {
    return refusals.refuse(request.method, pathname, () => requestId, environment.url) ?? NextResponse.next();
  }
  const rewritten = rewrittenPath(pathname);
  if (rewritten !== null) {
    const refusal = refusals.refuse(request.method, rewritten, () => requestId, environment.url);
    return refusal ?? NextResponse.rewrite(new URL(`${rewritten}${request.nextUrl.search}`, request.url));
  }

  const nonce = randomBytes(16).toString("base64");
  const headers = pageSecurityHeaders(nonce, {
    // The API reference writes its styles from its script.
    inlineStyles: pathname === "/docs/api",
    // docs/decisions/051.
    styleAttributes: isBelow(pathname, "/dashboard"),
    // A document keeps its policy while its pages change, so every page of the dashboard has the one of Storage.
    ...(isBelow(pathname, "/dashboard") && { contentOrigin: environment.contentUrl }),
    ownFrames: isBelow(pathname, "/inbox"),
    developmentServer: DEVELOPMENT_SERVER,
  });
  const refusal = isBelow(pathname, "/dashboard") ? await refuseDashboard(runtime, request, requestId) : null;
  const response = refusal ?? (isWithSlash(pathname) ? withoutSlash(request) : render(request, headers, requestId));
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  response.headers.set("X-Request-Id", requestId);
  return response;
}

/** Files get their headers from next.config.mjs. */
export const config = {
  matcher: [
    "/((?!_next/static/|_next/image/|generated/|icons/|pictures/|(?:favicon\\.ico|manifest\\.webmanifest|robots\\.txt)$).*)",
  ],
};

/** Next reads the nonce for its own scripts out of the request's policy. */
function render(request: NextRequest, headers: Record<string, string>, requestId: string): NextResponse {
  const forwarded = new Headers(request.headers);
  forwarded.set("Content-Security-Policy", headers["Content-Security-Policy"] ?? "");
  forwarded.set("X-Request-Id", requestId);
  forwarded.set(PATH_HEADER, addressOf(request));
  return NextResponse.next({ request: { headers: forwarded } });
}

/**
 * Returns the path and the query that the user sees, without the parts that Next adds to tell its own requests apart.
 */
function addressOf({ nextUrl }: NextRequest): string {
  const { pathname, search } = nextUrl;
  return pathname + search.replace(/[?&]_rsc(?:=[^&]*)?(?=&|$)/g, "").replace(/^&/, "?");
}

function isBelow(pathname: string, folder: string): boolean {
  return pathname === folder || pathname.startsWith(`${folder}/`);
}

function isWithSlash(pathname: string): boolean {
  return pathname !== "/" && pathname.endsWith("/");
}

function withoutSlash(request: NextRequest): NextResponse {
  const target = new URL(request.url);
  target.pathname = target.pathname.replace(/\/+$/, "");
  return NextResponse.redirect(target, 308);
}
