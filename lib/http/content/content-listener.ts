import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import type { Actor } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import type { Runtime, ServiceContext } from "@/lib/runtime";
import type { StorageContext } from "@/lib/services/storage/context";
import { PictureCache } from "@/lib/services/storage/pictures/picture-cache";
import { errorResponse } from "../error-response";
import { clientAddressOf, stateConnectionAddress } from "../request-facts";
import { toServiceError } from "../to-service-error";
import { CONTENT_HEADERS } from "./content-headers";
import { isFunctionAddress, serveFunction } from "./serve-function";
import { ObjectServer } from "./serve-object";
import { type HeadersOf, UPLOADS_PATH, UploadServer } from "./serve-upload";

const ANONYMOUS: Actor = { kind: "anonymous", id: "anonymous" };

/** Serves the site of customers' content: objects by links, and the bytes of uploads. It knows no cookies. */
export function createContentListener(runtime: Runtime): RequestListener {
  const { clientAddressHeader } = runtime.environment;
  const statesAddress = clientAddressHeader === CONNECTION_ADDRESS_HEADER;
  const contextOf = (headers: HeadersOf): ServiceContext => {
    const requestId = createId("request", runtime.random);
    const clientAddress = clientAddressOf(headers, clientAddressHeader);
    return runtime.context({ actor: ANONYMOUS, requestId, clientAddress });
  };
  const pictures = join(runtime.environment.dataDir, "pictures");
  const objects = new ObjectServer(new PictureCache(pictures, runtime.pictures));
  const uploads = new UploadServer(contextOf);
  return (request, response) => {
    if (statesAddress) stateConnectionAddress(request);
    const ctx = contextOf({ get: (name) => request.headers[name]?.toString() ?? null });
    const startedAt = performance.now();
    const answer = async () => {
      const url = urlOf(request, runtime.environment.contentUrl);
      const { pathname } = url;
      if (/^\/[ob]\//.test(pathname)) return objects.answer(ctx, request, response, url);
      if (pathname === UPLOADS_PATH || pathname.startsWith(`${UPLOADS_PATH}/`))
        return uploads.answer(request, response, url);
      if (isFunctionAddress(pathname)) return serveFunction(ctx, request, response, url);
      if (pathname === "/ready") return void response.writeHead(200, { "Content-Type": "text/plain" }).end("ready\n");
      throw new ServiceError("not_found", "There's nothing at this path.");
    };
    response.setHeader("X-Request-Id", ctx.requestId);
    void answer()
      .catch((error: unknown) => refuse(ctx, response, error))
      .finally(() => {
        runtime.observe("content", request.method ?? "GET", response.statusCode, performance.now() - startedAt);
      });
  };
}

function urlOf({ url = "/" }: IncomingMessage, contentUrl: string): URL {
  const parsed = url.startsWith("/") ? URL.parse(contentUrl + url) : null;
  if (parsed) return parsed;
  throw new ServiceError("invalid_request", "The request target must be a path.");
}

async function refuse(ctx: StorageContext, response: ServerResponse, error: unknown): Promise<void> {
  const refusal = toServiceError(error);
  if (refusal.code === "internal_error" || refusal.code === "service_unavailable") {
    ctx.log.error({ err: error, requestId: ctx.requestId, operation: "content" }, "request failed");
  }
  if (response.headersSent) return void response.destroy();
  const answer = errorResponse(refusal, ctx.requestId, ctx.baseUrl);
  const body = await answer.text();
  const headers = { ...Object.fromEntries(answer.headers), ...CONTENT_HEADERS };
  response.writeHead(answer.status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}
