import type { IncomingMessage, ServerResponse } from "node:http";
import type { Actor } from "@/lib/core/context";
import { isFailureOfService } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import type { Runtime, ServiceContext } from "@/lib/runtime";
import type { StorageContext } from "@/lib/services/storage/context";
import { bentKey } from "@/lib/services/storage/names/key";
import { isBentPath } from "../bent-path";
import { errorResponse } from "../error-response";
import { discardBody } from "../lanes/discard-body";
import { clientAddressOf } from "../request-facts";
import { toServiceError } from "../to-service-error";
import { CONTENT_HEADERS } from "./content-headers";

/** The header fields of a request, by the lower-cased names. */
export type HeadersOf = Pick<Headers, "get" | "has">;

/** Links to objects: of bytes for good, and of the current object of a key. */
export const OF_OBJECT = /^\/[ob]\//;

const ANONYMOUS: Actor = { kind: "anonymous", id: "anonymous" };

/** Returns the context of a request to the content site, which is anybody's until the caller is known. */
export function contentContext(runtime: Runtime, headers: HeadersOf): ServiceContext {
  const requestId = createId("request", runtime.random);
  const clientAddress = clientAddressOf(headers, runtime.environment.clientAddressHeader);
  void runtime.settings.renew();
  const traceparent = headers.get("traceparent");
  return Object.assign(runtime.context({ actor: ANONYMOUS, requestId, clientAddress, traceparent }), { subject: {} });
}

export function fieldsOf({ headers }: IncomingMessage): HeadersOf {
  return { get: (name) => headers[name]?.toString() ?? null, has: (name) => headers[name] !== undefined };
}

/** Throws `invalid_request` for a target that is no path, `invalid_key` or `not_found` for a path that leads elsewhere. */
export function urlOf({ url = "/" }: IncomingMessage, contentUrl: string): URL {
  const parsed = url.startsWith("/") ? URL.parse(contentUrl + url) : null;
  if (parsed && !isBentPath(url.split("?", 1)[0] ?? "")) return parsed;
  if (parsed) throw OF_OBJECT.test(url) ? bentKey() : new ServiceError("not_found", "There's nothing at this path.");
  throw new ServiceError("invalid_request", "The request target must be a path.");
}

export async function refuse(ctx: StorageContext, response: ServerResponse, error: unknown): Promise<void> {
  const refusal = toServiceError(error);
  if (isFailureOfService(refusal.code)) {
    ctx.log.error({ err: error, requestId: ctx.requestId, operation: "content" }, "request failed");
  }
  if (response.headersSent) return void response.destroy();
  const answer = errorResponse(refusal, ctx.requestId, ctx.baseUrl);
  const body = await answer.text();
  await discardBody(response.req);
  const headers = { ...Object.fromEntries(answer.headers), ...CONTENT_HEADERS };
  response.writeHead(answer.status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}
