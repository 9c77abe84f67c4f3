import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { ServiceError } from "@/lib/errors";
import type { Runtime } from "@/lib/runtime";
import { answerPreflight } from "./auth/preflight";
import type { RouteHandler } from "./definition";
import { errorResponse } from "./error-response";
import { requestIdOf } from "./request-facts";
import { type RouteMethods, RouteRefusals } from "./route-refusal";

export interface MountedRoute extends RouteMethods {
  /** The route file's exports, by method. */
  module: Record<string, unknown>;
}

/** What pages are asked with; their form actions are POSTs. */
const PAGE_METHODS = new Set(["GET", "HEAD", "POST"]);

/**
 * The API lane: the very route files of `app/`, on a plain Node server, past Next's pipeline. Whatever no route file
 * owns goes to `pages`.
 */
export function createListener(
  runtime: Runtime,
  routes: readonly MountedRoute[],
  pages: RequestListener,
): RequestListener {
  const refusals = new RouteRefusals(routes);
  const api = getRequestListener(mount(routes).fetch, { overrideGlobalObjects: false });
  return (request, response) => {
    const pathname = pathnameOf(request);
    const method = request.method ?? "GET";
    if (pathname !== null && !refusals.owns(pathname) && PAGE_METHODS.has(method)) return pages(request, response);
    if (pathname !== null && refusals.isPreflight(method, pathname)) {
      return void preflight(runtime, request).then((answer) => send(request, response, answer));
    }
    const refusal = refuse(runtime, refusals, request, pathname);
    if (refusal) void send(request, response, refusal);
    else void api(request, response);
  };
}

function mount(routes: readonly MountedRoute[]): Hono {
  const app = new Hono({ strict: true });
  for (const { pattern, methods, module } of routes) {
    for (const method of methods) {
      const handler = module[method] as RouteHandler;
      app.on(method, pattern, (c) => handler(c.req.raw, { params: Promise.resolve(c.req.param()) }));
    }
  }
  return app;
}

function preflight(runtime: Runtime, request: IncomingMessage): Promise<Response> {
  return answerPreflight(runtime, request.headers.origin ?? null, requestIdFor(runtime, request));
}

function requestIdFor(runtime: Runtime, request: IncomingMessage): string {
  const offeredId = request.headers["x-request-id"];
  return requestIdOf(typeof offeredId === "string" ? offeredId : null, runtime.random);
}

/** The path of the request line; `null` for the absolute and authority forms, which only a proxy is sent. */
function pathnameOf(request: IncomingMessage): string | null {
  const target = request.url ?? "";
  return target.startsWith("/") ? (target.split("?", 1)[0] ?? null) : null;
}

function refuse(
  runtime: Runtime,
  refusals: RouteRefusals,
  request: IncomingMessage,
  pathname: string | null,
): Response | null {
  const requestId = requestIdFor(runtime, request);
  const { url } = runtime.environment;
  if (pathname === null) {
    return errorResponse(new ServiceError("invalid_request", "The request target must be a path."), requestId, url);
  }
  if (countHeader(request, "authorization") > 1) {
    const error = new ServiceError("invalid_request", "Send one Authorization header.");
    return errorResponse(error, requestId, url);
  }
  const refusal = refusals.refuse(request.method ?? "GET", pathname, requestId, url);
  if (refusal || refusals.owns(pathname)) return refusal;
  const error = new ServiceError("method_not_allowed", "Pages have GET, HEAD and POST.", {
    headers: { Allow: [...PAGE_METHODS].join(", ") },
  });
  return errorResponse(error, requestId, url);
}

/** Node keeps only the first of two; a proxy in front may have looked at the other. */
function countHeader(request: IncomingMessage, name: string): number {
  return request.rawHeaders.filter((entry, index) => index % 2 === 0 && entry.toLowerCase() === name).length;
}

async function send(request: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  // An unread body would be taken for the next request of the connection.
  if (request.headers["content-length"] !== undefined || request.headers["transfer-encoding"] !== undefined) {
    answer.headers.set("Connection", "close");
  }
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(request.method === "HEAD" ? undefined : await answer.text());
}
