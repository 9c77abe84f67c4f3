import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { ServiceError } from "@/lib/core/errors";
import type { Runtime } from "@/lib/runtime";
import { isBentPath } from "../bent-path";
import type { AnsweringHandler, Handler } from "../definition";
import { errorResponse } from "../error-response";
import { requestIdOf, stateConnectionAddress } from "../request-facts";
import { answerPreflight } from "../sign-in/preflight";
import { toServiceError } from "../to-service-error";
import { IncomingRequest } from "./incoming-request";
import type { PassedRequests } from "./pass-requests";
import { rewrittenPath } from "./rewritten-path";
import { RoutePatterns } from "./route-patterns";
import { type RouteMethods, RouteRefusals } from "./route-refusal";
import { sendAnswer } from "./send-answer";

export interface MountedRoute extends RouteMethods {
  module: Record<string, unknown>;
}

/** A name or an address, and a port (RFC 9110 section 7.2): addresses of requests are made with it. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Pages are asked for with these methods; their form actions are POSTs. */
const PAGE_METHODS = new Set(["GET", "HEAD", "POST"]);

interface Elsewhere {
  /** Answers every request that no route file owns; without it, there is nothing there. */
  pages?: RequestListener;
  passed?: readonly PassedRequests[];
  /** Requests of the door's connections that are for another process. */
  foreign?: PassedRequests | undefined;
}

/** Serves the route files of `app/` without Next's pipeline. */
export function createListener(
  runtime: Runtime,
  routes: readonly MountedRoute[],
  {
    pages = (request, response) => void sendAnswer(request, response, nothingThere(runtime)),
    passed = [],
    foreign,
  }: Elsewhere = {},
): RequestListener {
  const refusals = new RouteRefusals(routes);
  const api = serveRoutes(runtime, new RoutePatterns(routes));
  const statesAddress = runtime.environment.clientAddressHeader === CONNECTION_ADDRESS_HEADER;
  return (request, response) => {
    // Only processes of the service reach a Unix socket, and have stated the address.
    const isFromOutside = request.socket.remoteAddress !== undefined;
    if (statesAddress && isFromOutside) stateConnectionAddress(request);
    if (isFromOutside && foreign?.takes(pathnameOf(request) ?? ""))
      return void pass(runtime, foreign, request, response);
    rewrite(request, refusals);
    const pathname = pathnameOf(request) ?? "";
    if (refusals.isPreflight(request.method ?? "GET", pathname)) {
      return void preflight(runtime, request, pathname).then((answer) => sendAnswer(request, response, answer));
    }
    const refusal = refuse(runtime, refusals, request);
    const other = passed.find((each) => each.takes(pathname));
    if (refusal) void sendAnswer(request, response, refusal);
    else if (other) void pass(runtime, other, request, response);
    else if (refusals.owns(pathname)) void api(request, response, pathname);
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
    await sendAnswer(request, response, errorResponse(toServiceError(error), requestId, runtime.environment.url));
  }
}

function nothingThere({ random, environment }: Runtime): Response {
  const error = new ServiceError("not_found", "There's nothing at this path.");
  return errorResponse(error, requestIdOf(null, random), environment.url);
}

/** Returns a function that answers a request of a route, whose path and method are known to be there. */
function serveRoutes(runtime: Runtime, routes: RoutePatterns<MountedRoute>) {
  return async (incoming: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> => {
    try {
      const request = new IncomingRequest(incoming, response);
      const found = routes.find(pathname);
      const handler = found && handlerOf(found.route, request.method);
      if (!handler) return await sendAnswer(incoming, response, nothingThere(runtime));
      const params = Promise.resolve(found.params());
      const answer = "answer" in handler ? handler.answer(request, params) : handler(request, { params });
      await sendAnswer(incoming, response, await answer);
    } catch (error) {
      const requestId = requestIdFor(runtime, incoming);
      runtime.log.error({ err: error, requestId }, "request failed");
      if (response.headersSent) response.destroy();
      else
        await sendAnswer(incoming, response, errorResponse(toServiceError(error), requestId, runtime.environment.url));
    }
  };
}

function handlerOf({ module }: MountedRoute, method: string): Handler | AnsweringHandler | undefined {
  return module[method === "HEAD" ? "GET" : method] as Handler | AnsweringHandler | undefined;
}

function preflight(runtime: Runtime, request: IncomingMessage, pathname: string): Promise<Response> {
  const origin = request.headers.origin ?? null;
  const asked = request.headers["access-control-request-headers"] ?? null;
  return answerPreflight(runtime, { origin, asked, pathname, requestId: requestIdFor(runtime, request) });
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
  // Next would redirect the one before proxy.tsx sees it, and take the other for that of a route.
  if (pathname.startsWith("//") || (isBentPath(pathname) && !refusal)) {
    return errorResponse(new ServiceError("not_found", "There's nothing at this path."), newId(), url);
  }
  if (refusal || refusals.owns(pathname) || PAGE_METHODS.has(method)) return refusal;
  const error = new ServiceError("method_not_allowed", "Pages accept GET, HEAD and POST.", {
    headers: { Allow: [...PAGE_METHODS].join(", ") },
  });
  return errorResponse(error, newId(), url);
}

/** Node keeps only the first of two such fields, and a proxy in front may have read the other. */
function faultOf({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): string | null {
  let [authorizations, hosts] = [0, 0];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (isNamed(rawHeaders[index], "authorization")) authorizations += 1;
    if (isNamed(rawHeaders[index], "host")) hosts += 1;
  }
  if (authorizations > 1) return "Send one Authorization header.";
  // RFC 9112 section 3.2 requires one Host field, except in HTTP/1.0.
  if (hosts > 1 || (hosts === 0 && httpVersion !== "1.0")) return "Send one Host header.";
  return host === undefined || isValidHost(host) ? null : "The Host header isn't valid.";
}

/** Header names differ in length, so most comparisons end there. */
function isNamed(header: string | undefined, name: string): boolean {
  return header?.length === name.length && header.toLowerCase() === name;
}

/** The host of the last request that had a valid one: nearly all requests of a process name the same. */
let lastHost: string | undefined;

function isValidHost(host: string): boolean {
  if (host === lastHost) return true;
  const isValid = HOST.test(host) && URL.canParse(`http://${host}`);
  if (isValid) lastHost = host;
  return isValid;
}
