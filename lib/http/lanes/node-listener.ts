import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { ServiceError } from "@/lib/core/errors";
import type { Runtime } from "@/lib/runtime";
import type { RouteHandler } from "../definition";
import { errorResponse } from "../error-response";
import { requestIdOf, stateConnectionAddress } from "../request-facts";
import { answerPreflight } from "../sign-in/preflight";
import { toServiceError } from "../to-service-error";
import type { PassedRequests } from "./pass-requests";
import { rewrittenPath } from "./rewritten-path";
import { type RouteMethods, RouteRefusals } from "./route-refusal";

export interface MountedRoute extends RouteMethods {
  module: Record<string, unknown>;
}

/** Pages are asked for with these methods; their form actions are POSTs. */
const PAGE_METHODS = new Set(["GET", "HEAD", "POST"]);

interface Elsewhere {
  /** Answers whatever no route file owns; without it, there is nothing there. */
  pages?: RequestListener;
  passed?: readonly PassedRequests[];
  /** Makes the process's own `Response` a light one, which Next's pages would not bear. */
  hasOwnProcess?: boolean;
}

/** Serves the route files of `app/` without Next's pipeline. */
export function createListener(
  runtime: Runtime,
  routes: readonly MountedRoute[],
  {
    pages = (request, response) => void send(request, response, nothingThere(runtime)),
    passed = [],
    hasOwnProcess = false,
  }: Elsewhere = {},
): RequestListener {
  const refusals = new RouteRefusals(routes);
  const api = getRequestListener(mount(routes).fetch, { overrideGlobalObjects: hasOwnProcess });
  const statesAddress = runtime.environment.clientAddressHeader === CONNECTION_ADDRESS_HEADER;
  return (request, response) => {
    // Only the web process reaches a Unix socket, and has stated the address.
    if (statesAddress && request.socket.remoteAddress !== undefined) stateConnectionAddress(request);
    rewrite(request, refusals);
    const pathname = pathnameOf(request) ?? "";
    if (refusals.isPreflight(request.method ?? "GET", pathname)) {
      return void preflight(runtime, request, pathname).then((answer) => send(request, response, answer));
    }
    const refusal = refuse(runtime, refusals, request);
    const other = passed.find((each) => each.takes(pathname));
    if (refusal) void send(request, response, refusal);
    else if (other) void pass(runtime, other, request, response);
    else if (refusals.owns(pathname)) void api(request, response);
    else pages(request, response);
  };
}

/** Gives a request the address of the route that answers it, as proxy.tsx does for Next. */
function rewrite(request: IncomingMessage, refusals: RouteRefusals): void {
  const pathname = pathnameOf(request);
  const rewritten = pathname === null || refusals.owns(pathname) ? null : rewrittenPath(pathname);
  if (rewritten !== null) request.url = `${rewritten}${request.url?.slice(pathname?.length)}`;
}

async function pass(runtime: Runtime, passed: PassedRequests, request: IncomingMessage, response: ServerResponse) {
  try {
    await passed.pass(request, response);
  } catch (error) {
    const requestId = requestIdFor(runtime, request);
    await send(request, response, errorResponse(toServiceError(error), requestId, runtime.environment.url));
  }
}

function nothingThere({ random, environment }: Runtime): Response {
  const error = new ServiceError("not_found", "There's nothing at this path.");
  return errorResponse(error, requestIdOf(null, random), environment.url);
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

function preflight(runtime: Runtime, request: IncomingMessage, pathname: string): Promise<Response> {
  const origin = request.headers.origin ?? null;
  return answerPreflight(runtime, { origin, pathname, requestId: requestIdFor(runtime, request) });
}

function requestIdFor(runtime: Runtime, request: IncomingMessage): string {
  const offeredId = request.headers["x-request-id"];
  return requestIdOf(typeof offeredId === "string" ? offeredId : null, runtime.random);
}

/** Returns `null` for the absolute and authority forms, which only a proxy is sent. */
function pathnameOf(request: IncomingMessage): string | null {
  const target = request.url ?? "";
  return target.startsWith("/") ? (target.split("?", 1)[0] ?? null) : null;
}

function refuse(runtime: Runtime, refusals: RouteRefusals, request: IncomingMessage): Response | null {
  const { url } = runtime.environment;
  // Few requests are refused here, and the route makes an id of its own.
  const newId = () => requestIdFor(runtime, request);
  const pathname = pathnameOf(request);
  const fault = faultOf(request);
  if (pathname === null || fault !== null) {
    const message = fault ?? "The request target must be a path.";
    return errorResponse(new ServiceError("invalid_request", message), newId(), url);
  }
  const method = request.method ?? "GET";
  const refusal = refusals.refuse(method, pathname, newId, url);
  // Next would redirect such a path before proxy.tsx sees it.
  if (pathname.startsWith("//")) {
    return errorResponse(new ServiceError("not_found", "There's nothing at this path."), newId(), url);
  }
  if (refusal || refusals.owns(pathname) || PAGE_METHODS.has(method)) return refusal;
  const error = new ServiceError("method_not_allowed", "Pages accept GET, HEAD and POST.", {
    headers: { Allow: [...PAGE_METHODS].join(", ") },
  });
  return errorResponse(error, newId(), url);
}

/** Node keeps only the first of two such fields, and a proxy in front may have read the other. */
function faultOf(request: IncomingMessage): string | null {
  if (countHeader(request, "authorization") > 1) return "Send one Authorization header.";
  const hosts = countHeader(request, "host");
  // RFC 9112 section 3.2 requires one Host field, except in HTTP/1.0.
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== "1.0")) return "Send one Host header.";
  return null;
}

function countHeader(request: IncomingMessage, name: string): number {
  return request.rawHeaders.filter((entry, index) => index % 2 === 0 && entry.toLowerCase() === name).length;
}

/** Does not read the request's body: Node discards it, so that the client can send all of it first. */
async function send(request: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  const body = await answer.text();
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    "content-length": Buffer.byteLength(body),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
