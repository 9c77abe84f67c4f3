import { isFailureOfService } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import type { ScimContext } from "@/lib/sign-in/scim/context";
import { readScimQuery, type ScimQuery } from "@/lib/sign-in/scim/list-response";
import { Projection } from "@/lib/sign-in/scim/projection";
import { recordScimRefusal } from "@/lib/sign-in/scim/refusals/record";
import { authenticateScimToken } from "@/lib/sign-in/scim/tokens/authenticate";
import { countRequest } from "../api/count-request";
import type { AnsweringHandler } from "../definition";
import { parseJson, readBytes } from "../read-body";
import { originDirectRejected } from "../request-facts";
import { type Exchange, makeHandler, type Refusals, serve } from "../serve";
import type { ServedRequest } from "../served-request";
import { completed } from "../to-answer";
import { toServiceError } from "../to-service-error";
import { SCIM_TYPE, scimErrorResponse } from "./error-response";

/** A group of ten thousand members, and room to spare. */
const MAX_BYTES = 2_097_152;
const WITH_BODY = new Set(["POST", "PUT", "PATCH"]);

export interface ScimRequest {
  params: Record<string, string>;
  query: ScimQuery;
  projection: Projection;
  /** The JSON object of the body, `{}` for methods without one. */
  body: object;
  ifMatch: string | null;
}

export interface ScimAnswer {
  status: number;
  /** `null` for an answer without a body. */
  body: object | null;
}

type ScimVerb = (ctx: ScimContext, request: ScimRequest) => Promise<ScimAnswer>;

const refusals: Refusals = {
  isOwnFailure(error) {
    return isFailureOfService(toServiceError(error).code);
  },
  codeFor(error) {
    return toServiceError(error).code;
  },
  respond(error, { ctx, headers }) {
    const response = scimErrorResponse(toServiceError(error), ctx.requestId);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  },
};

/**
 * Serves a route of SCIM 2.0: the bearer token says which connection is meant, and the errors are SCIM's own (RFC 7644).
 * A refused request is kept for the project's owner.
 */
export function defineScimRoute(operationId: string, verb: ScimVerb): AnsweringHandler {
  return makeHandler((request, params) =>
    serve({ operationId }, request, (exchange) => answer(exchange, operationId, verb, params), refusals),
  );
}

async function answer(
  exchange: Exchange,
  operationId: string,
  verb: ScimVerb,
  path: Promise<Record<string, string>>,
): Promise<Response> {
  const { request, runtime, ctx, headers } = exchange;
  const { environment, rateLimiter } = runtime;
  if (environment.mode === "production" && ctx.clientAddress === null) throw originDirectRejected();
  const { tokenId, connection } = await authenticateScimToken(ctx, request.headers.get("authorization"));
  const { id: connectionId, projectId } = connection;
  runtime.scimTokenUses.record(tokenId, ctx.clock.now(), ctx.clientAddress);
  ctx.actor = { kind: "scim-token", id: tokenId, projectId, connectionId };
  const userAgent = (request.headers.get("user-agent") ?? "").slice(0, 256);
  const scim: ScimContext = { ...ctx, connection, project: { id: projectId }, userAgent };
  try {
    Object.assign(headers, await countRequest(rateLimiter, "scim", ctx));
    return toScimResponse(exchange, await verb(scim, await readRequest(request, await path)));
  } catch (error) {
    await keepRefusal(scim, operationId, request, error);
    throw error;
  }
}

async function readRequest(request: ServedRequest, params: Record<string, string>): Promise<ScimRequest> {
  const query = readScimQuery(new URL(request.url).searchParams);
  const bytes = WITH_BODY.has(request.method) ? await readBytes(request, MAX_BYTES) : null;
  return {
    params,
    query,
    projection: new Projection(query),
    body: bytes === null ? {} : readBody(request, bytes),
    ifMatch: request.headers.get("if-match"),
  };
}

function readBody(request: ServedRequest, bytes: Uint8Array): object {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  const isJson = [SCIM_TYPE, "application/json"].includes(type.trim().toLowerCase());
  if (!isJson || request.headers.has("content-encoding")) {
    throw new ServiceError("unsupported_media_type", `Send the body as ${SCIM_TYPE} in UTF-8.`);
  }
  const body = parseJson(bytes);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw new ServiceError("invalid_json", "The body must be a JSON object.");
}

function toScimResponse(exchange: Exchange, { status, body }: ScimAnswer): Response {
  if (body === null) return completed(exchange, new Response(null, { status }));
  const { version, location } = ("meta" in body ? body.meta : {}) as { version?: string; location?: string };
  const headers = {
    "Content-Type": SCIM_TYPE,
    ...(version !== undefined && { ETag: version }),
    ...(status === 201 && location !== undefined && { Location: location }),
  };
  return completed(exchange, new Response(JSON.stringify(body), { status, headers }));
}

/** Keeps a refusal, but no "not found", which directories ask for all the time. */
async function keepRefusal(ctx: ScimContext, operation: string, request: ServedRequest, error: unknown): Promise<void> {
  const { code, message } = toServiceError(error);
  if (code === "user_not_found" || code === "not_found" || code === "rate_limited") return;
  const path = new URL(request.url).pathname;
  await recordScimRefusal(ctx, { operation, path, code, message }).catch((failure: unknown) =>
    ctx.log.warn({ err: failure, requestId: ctx.requestId }, "a refusal of SCIM was not kept"),
  );
}
