import "server-only";
import type { z } from "zod";
import { organisationNotFound } from "@/lib/core/access/require-member-permission";
import type { Actor, Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { type IdKind, isId } from "@/lib/core/ids";
import { DASHBOARD_LIMITS } from "@/lib/core/rate-limits";
import { apiHeaders, errorResponse, JSON_TYPE } from "@/lib/http/error-response";
import { countAgainst } from "@/lib/http/rate-limit";
import { parseJsonBody, readBytes } from "@/lib/http/read-body";
import { clientAddressOf, originDirectRejected, requestIdOf } from "@/lib/http/request-facts";
import { toServiceError } from "@/lib/http/to-service-error";
import { findSignedInAccount } from "@/lib/people/accounts/find-session";
import { dashboardCookieName, openDashboardSession } from "@/lib/people/accounts/session-cookie";
import { getRuntime, type Runtime } from "@/lib/runtime";
import { readCookie } from "@/lib/sign-in/sessions/cookie";
import { requireSameOrigin } from "./same-origin";

interface Definition<Body> {
  /** Names the handler in metrics and in the log. */
  operationId: string;
  /** Path segments besides `organisationId`, checked to be ids. */
  params?: Record<string, IdKind>;
  /** The JSON body of a POST, with its limit; without it, `handle` reads the request's body itself. */
  body?: { schema: z.ZodType<Body>; maxBytes: number };
}

interface Asked<Body> {
  params: Record<string, string>;
  body: Body;
  request: Request;
}

/** Returns a value to be sent as JSON, or the response itself. */
type Handle<Body> = (ctx: Context, asked: Asked<Body>) => Promise<unknown>;

type Handler = (request: Request, route: { params: Promise<Record<string, string>> }) => Promise<Response>;

/**
 * Wraps the handlers that pages of the dashboard ask where an action does not do. The request must come from a page of
 * this service, and the caller must be a member of the organisation that the address names. Failures are sent in the
 * envelope of the API.
 */
export function defineDashboardHandler<Body = undefined>(definition: Definition<Body>, handle: Handle<Body>): Handler {
  return async (request, route) => {
    // Reading a header first tells Next not to prerender a GET.
    const offeredId = request.headers.get("x-request-id");
    const runtime = await getRuntime();
    const requestId = requestIdOf(offeredId, runtime.random);
    const startedAt = performance.now();
    const response = await answer(runtime, definition, handle, { request, route, requestId });
    runtime.observe(definition.operationId, request.method, response.status, performance.now() - startedAt);
    return response;
  };
}

async function answer<Body>(
  runtime: Runtime,
  definition: Definition<Body>,
  handle: Handle<Body>,
  { request, route, requestId }: { request: Request; route: Parameters<Handler>[1]; requestId: string },
): Promise<Response> {
  try {
    requireSameOrigin(request, runtime.environment.url);
    const params = checkParams(await route.params, definition.params);
    const ctx = await enter(runtime, request, requestId, params.organisationId ?? "");
    await countAgainst(runtime.rateLimiter, DASHBOARD_LIMITS.requests, ctx.actor);
    const output = await handle(ctx, { params, body: await readBody(request, definition), request });
    return reply(output, requestId);
  } catch (error) {
    const refusal = toServiceError(error);
    if (refusal.code === "internal_error" || refusal.code === "service_unavailable") {
      runtime.log.error({ err: error, requestId, operation: definition.operationId }, "request failed");
    }
    return errorResponse(refusal, requestId, runtime.environment.url);
  }
}

/**
 * Returns the context of the member who asks, as the control plane has them now. Throws `unauthorized`, and `not_found`
 * to strangers.
 */
async function enter(runtime: Runtime, request: Request, requestId: string, organisationId: string): Promise<Context> {
  const { clientAddressHeader } = runtime.environment;
  const clientAddress = clientAddressOf(request, clientAddressHeader);
  if (clientAddressHeader !== null && clientAddress === null) throw originDirectRejected();
  const anonymous: Actor = { kind: "anonymous", id: "dashboard" };
  const ctx = runtime.context({ actor: anonymous, requestId, clientAddress });
  const cookie = readCookie(request.headers.get("cookie"), dashboardCookieName(ctx.baseUrl));
  const sessionId = cookie === null ? null : await openDashboardSession(ctx.dashboardSecret, decoded(cookie));
  const account = sessionId === null ? null : await findSignedInAccount(ctx, sessionId);
  if (!account) throw new ServiceError("unauthorized", "You are signed out. Sign in again.");
  const member = account.memberships.find((membership) => membership.organisationId === organisationId);
  if (!member) throw organisationNotFound();
  return { ...ctx, actor: { kind: "member", id: member.memberId, organisationId, role: member.role } };
}

function decoded(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return "";
  }
}

function checkParams(params: Record<string, string>, kinds: Record<string, IdKind> = {}): Record<string, string> {
  for (const [name, kind] of Object.entries(kinds)) {
    if (!isId(kind, params[name] ?? "")) throw new ServiceError("invalid_id", `The path holds no ${kind} id.`);
  }
  return params;
}

async function readBody<Body>(request: Request, { body }: Definition<Body>): Promise<Body> {
  // Without a schema `Body` is `undefined`.
  if (!body) return undefined as Body;
  return parseJsonBody(request, await readBytes(request, body.maxBytes), body.schema);
}

function reply(output: unknown, requestId: string): Response {
  const headers = apiHeaders(requestId);
  if (!(output instanceof Response)) {
    return new Response(JSON.stringify(output ?? {}), { headers: { ...headers, "Content-Type": JSON_TYPE } });
  }
  for (const [name, value] of Object.entries(headers)) if (!output.headers.has(name)) output.headers.set(name, value);
  return output;
}
