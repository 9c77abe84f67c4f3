import { ServiceError } from "@/lib/core/errors";
import { percentDecoded } from "@/lib/core/percent-decoded";
import { bentKey } from "@/lib/services/storage/names/key";
import { isBentPath } from "../bent-path";
import { errorResponse } from "../error-response";
import { SCIM_PREFIX, scimErrorResponse } from "../scim/error-response";
import { apiSecurityHeaders } from "../security-headers";
import { AUTH_PREFIX, isForPages } from "../sign-in/cors";
import { RoutePatterns } from "./route-patterns";

/** Patterns are those of route-patterns.ts. */
export interface RouteMethods {
  pattern: string;
  methods: readonly string[];
}

/** A path below these that no route file claims is a 404 in the envelope, never a page. */
const API_PREFIXES = ["/api/", "/v1/", SCIM_PREFIX];
/** The rest of such a path is the key of an object. */
const OF_OBJECT = /:key\{\.\+\}$/;

interface Route {
  pattern: string;
  allow: string[];
  hasKey: boolean;
}

/** Both lanes refuse unknown paths and methods alike, with `Allow` as in RFC 9110 section 10.2.1. */
export class RouteRefusals {
  readonly #routes: RoutePatterns<Route>;

  constructor(routes: readonly RouteMethods[]) {
    this.#routes = new RoutePatterns(
      routes.map(({ pattern, methods }) => ({
        pattern,
        allow: methods.includes("GET") ? [...methods, "HEAD"] : [...methods],
        hasKey: OF_OBJECT.test(pattern),
      })),
    );
  }

  /** Returns whether this path belongs to a route file or to the API's own 404. */
  owns(pathname: string): boolean {
    return API_PREFIXES.some((prefix) => pathname.startsWith(prefix)) || this.#find(pathname) !== undefined;
  }

  isPreflight(method: string, pathname: string): boolean {
    return method === "OPTIONS" && isForPages(pathname) && this.#find(pathname) !== undefined;
  }

  refuse(method: string, pathname: string, newRequestId: () => string, baseUrl: string): Response | null {
    // A path that is itself a pattern is neither bent nor encoded.
    if (this.#routes.findFixed(pathname)?.allow.includes(method)) return null;
    const isBent = isBentPath(pathname);
    // Next fails on a path that is no text, where the other lane answers.
    const isPath = percentDecoded(pathname) !== null && !isBent;
    const route = isPath ? this.#find(pathname) : undefined;
    if (isSignInPath(pathname)) return route?.allow.includes(method) ? null : nothingThere(newRequestId());
    const answer = pathname.startsWith(SCIM_PREFIX) ? scimErrorResponse : errorResponse;
    if (!route) {
      if (!this.owns(pathname)) return null;
      const isBentKey = isBent && this.#find(pathname)?.hasKey === true;
      const refusal = isBentKey ? bentKey() : new ServiceError("not_found", "There's nothing at this path.");
      return answer(refusal, newRequestId(), baseUrl);
    }
    if (route.allow.includes(method)) return null;
    const allow = route.allow.join(", ");
    const refusal = new ServiceError("method_not_allowed", `This path accepts ${allow}.`, {
      headers: { Allow: allow },
    });
    return answer(refusal, newRequestId(), baseUrl);
  }

  #find(pathname: string): Route | undefined {
    return this.#routes.find(pathname)?.route;
  }
}

function isSignInPath(pathname: string): boolean {
  return pathname === AUTH_PREFIX || pathname.startsWith(`${AUTH_PREFIX}/`);
}

/** The sign-in API answers an unknown path and another method alike. */
function nothingThere(requestId: string): Response {
  return new Response(null, { status: 404, headers: { ...apiSecurityHeaders, "X-Request-Id": requestId } });
}
