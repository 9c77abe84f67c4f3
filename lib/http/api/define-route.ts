import { requirePermission } from "@/lib/core/access/require-permission";
import type { Actor } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { authenticateManagementKey } from "@/lib/people/api-keys/authenticate";
import { getRuntime, type Runtime, type ServiceContext } from "@/lib/runtime";
import {
  type AnyVerb,
  type RouteDefinition,
  type RouteHandler,
  successStatus,
  takesIdempotencyKey,
  type Verb,
} from "../definition";
import { apiHeaders, errorResponse, JSON_TYPE } from "../error-response";
import { parseJsonBody, readBytes } from "../read-body";
import { clientAddressOf, originDirectRejected, requestIdOf, requireNoQuery } from "../request-facts";
import { toServiceError } from "../to-service-error";
import { authenticateServerKey, type KeyProject } from "./authenticate-server-key";
import { countRequest } from "./count-request";
import { claimIdempotencyKey, idempotentRequestOf, isFinal, keepAnswer, releaseIdempotencyKey } from "./idempotency";
import { requireMetricsToken } from "./metrics-token";
import { requireOwnProject, requireProjectGates } from "./project-gates";

const ANONYMOUS: Actor = { kind: "anonymous", id: "anonymous" };

/**
 * The one wrapper of every handler: request id, authentication, size, rate limit, gates, path, body, verb, reply.
 * A verb may answer with a `Response` where the reply is not JSON.
 */
export function defineRoute<Output>(definition: RouteDefinition, verb: Verb<Output>): RouteHandler {
  const handler = async (request: Request, route: { params: Promise<Record<string, string>> }): Promise<Response> => {
    // The headers are read before anything else: that is what tells Next not to prerender a GET.
    const offeredId = request.headers.get("x-request-id");
    const runtime = await getRuntime();
    const requestId = requestIdOf(offeredId, runtime.random);
    const startedAt = performance.now();
    const response = await answer(runtime, definition, verb as AnyVerb, request, route, requestId);
    runtime.observe(definition.operationId, request.method, response.status, performance.now() - startedAt);
    return response;
  };
  return Object.assign(handler, { definition });
}

async function answer(
  runtime: Runtime,
  definition: RouteDefinition,
  verb: AnyVerb,
  request: Request,
  route: { params: Promise<Record<string, string>> },
  requestId: string,
): Promise<Response> {
  let headers: Record<string, string> = {};
  try {
    const clientAddress = clientAddressOf(request, runtime.environment.clientAddressHeader);
    const ctx = runtime.context({ actor: ANONYMOUS, requestId, clientAddress });
    const { actor, project } = await authenticate(runtime, definition, ctx, request);
    ctx.actor = actor;
    const bytes = definition.maxBytes ? await readBytes(request, definition.maxBytes) : new Uint8Array();
    if (definition.resource) {
      if (runtime.environment.mode === "production" && clientAddress === null) throw originDirectRejected();
      headers = await countRequest(runtime.rateLimiter, definition.resource, ctx.actor);
    }
    if (definition.permission) requirePermission(ctx.actor, definition.permission);
    const { projectId } = definition.params ? await route.params : {};
    if (project) requireProjectGates(definition, ctx.actor, project, { method: request.method, projectId });
    const input = await readInput(definition, request, route, bytes);
    if (project) requireOwnProject(project, projectId);
    return await run(ctx, definition, verb, input, { request, bytes, headers });
  } catch (error) {
    const refusal = toServiceError(error);
    if (refusal.code === "internal_error" || refusal.code === "service_unavailable") {
      runtime.log.error({ err: error, requestId, operation: definition.operationId }, "request failed");
    }
    const response = errorResponse(refusal, requestId, runtime.environment.url);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }
}

async function authenticate(
  runtime: Runtime,
  definition: RouteDefinition,
  ctx: ServiceContext,
  request: Request,
): Promise<{ actor: Actor; project?: KeyProject }> {
  switch (definition.auth) {
    case "none":
      return { actor: ANONYMOUS };
    case "metrics-token":
      requireMetricsToken(runtime.environment, request.headers.get("authorization"));
      return { actor: ANONYMOUS };
    case "management-key": {
      const actor = await authenticateManagementKey(ctx, request.headers.get("authorization"));
      runtime.keyUses.record(actor.id, ctx.clock.now(), ctx.clientAddress);
      return { actor };
    }
    case "server-key": {
      const entered = await authenticateServerKey(ctx, request);
      runtime.projectKeyUses.record(entered.actor.id, ctx.clock.now(), ctx.clientAddress);
      return entered;
    }
    case "public-key":
    case "project-header":
    case "project-path":
      throw new Error(`${definition.operationId} is a route of the sign-in wire: define it with defineAuthRoute`);
  }
}

async function readInput(
  definition: RouteDefinition,
  request: Request,
  route: { params: Promise<Record<string, string>> },
  bytes: Uint8Array,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  const params = definition.params ? await route.params : {};
  for (const [name, kind] of Object.entries(definition.params ?? {})) {
    const value = params[name] ?? "";
    if (!isId(kind, value)) throw new ServiceError("invalid_id", `The path holds no ${kind} id.`);
    input[name] = value;
  }
  requireNoQuery(request.url);
  if (definition.body) Object.assign(input, parseJsonBody(request, bytes, definition.body));
  return input;
}

interface Exchange {
  request: Request;
  bytes: Uint8Array;
  headers: Record<string, string>;
}

/** Runs the verb, under the request's Idempotency-Key when a POST carries one. */
async function run(
  ctx: ServiceContext,
  definition: RouteDefinition,
  verb: AnyVerb,
  input: Record<string, unknown>,
  exchange: Exchange,
): Promise<Response> {
  const { request, bytes, headers } = exchange;
  const idempotent = takesIdempotencyKey(definition, request.method)
    ? idempotentRequestOf(request, definition.operationId, bytes)
    : null;
  if (!idempotent) return reply(ctx, definition, await verb(ctx, input), headers);
  const claim = await claimIdempotencyKey(ctx, idempotent);
  if ("replay" in claim) {
    return jsonReply(claim.replay.body, claim.replay.status, {
      ...apiHeaders(ctx.requestId),
      ...headers,
      "Idempotent-Replayed": "true",
    });
  }
  ctx.idempotencyRecordId = claim.recordId;
  try {
    const response = reply(ctx, definition, await verb(ctx, input), headers);
    await keepAnswer(ctx, claim.recordId, response.status, await response.clone().text());
    return response;
  } catch (error) {
    await settleRefusal(ctx, claim.recordId, error);
    throw error;
  }
}

async function settleRefusal(ctx: ServiceContext, recordId: string, error: unknown): Promise<void> {
  const refusal = toServiceError(error);
  if (!isFinal(refusal)) return releaseIdempotencyKey(ctx, recordId);
  const response = errorResponse(refusal, ctx.requestId, ctx.baseUrl);
  await keepAnswer(ctx, recordId, response.status, await response.text());
}

function reply(
  ctx: ServiceContext,
  definition: RouteDefinition,
  output: unknown,
  headers: Record<string, string>,
): Response {
  const all = { ...apiHeaders(ctx.requestId), ...headers };
  if (output instanceof Response) {
    for (const [name, value] of Object.entries(all)) if (!output.headers.has(name)) output.headers.set(name, value);
    return output;
  }
  return jsonReply(JSON.stringify(output), successStatus(definition), all);
}

function jsonReply(body: string, status: number, headers: Record<string, string>): Response {
  return new Response(body, { status, headers: { ...headers, "Content-Type": JSON_TYPE } });
}
