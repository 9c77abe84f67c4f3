import type { RequestListener } from "node:http";
import type { Runtime } from "@/lib/runtime";
import { contentContext, fieldsOf, refuse } from "./content-exchange";
import { isFunctionAddress, serveFunction } from "./serve-function";

/**
 * Answers the requests that the process of the content site passes on, for web addresses of functions, and leaves the
 * rest to `others`.
 */
export function listenForFunctionAddresses(runtime: Runtime, others: RequestListener): RequestListener {
  return (request, response) => {
    const url = URL.parse(runtime.environment.contentUrl + (request.url ?? "/"));
    if (url === null || !isFunctionAddress(url.pathname)) return others(request, response);
    const ctx = contentContext(runtime, fieldsOf(request));
    response.setHeader("X-Request-Id", ctx.requestId);
    void serveFunction(ctx, request, response, url).catch((error: unknown) => refuse(ctx, response, error));
  };
}
