import type { RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { ServiceError } from "@/lib/core/errors";
import { answeredSubject } from "@/lib/core/request-subject";
import type { Runtime } from "@/lib/runtime";
import { PictureCache } from "@/lib/services/storage/pictures/picture-cache";
import { passToFunctions } from "../functions/pass-to-functions";
import { stateConnectionAddress } from "../request-facts";
import { toServiceError } from "../to-service-error";
import { contentContext, fieldsOf, OF_OBJECT, refuse, urlOf } from "./content-exchange";
import { isFunctionAddress, requirePlain, serveFunction, waitLonger } from "./serve-function";
import { ObjectServer } from "./serve-object";
import { UPLOADS_PATH, UploadServer } from "./tus/upload-server";

/** Serves the site of customers' content: objects by links, and the bytes of uploads. It knows no cookies. */
export function createContentListener(runtime: Runtime): RequestListener {
  const statesAddress = runtime.environment.clientAddressHeader === CONNECTION_ADDRESS_HEADER;
  const functions = passToFunctions(runtime.environment);
  const pictures = join(runtime.environment.dataDir, "pictures");
  const objects = new ObjectServer(new PictureCache(pictures, runtime.pictures));
  const uploads = new UploadServer();
  return (request, response) => {
    if (statesAddress) stateConnectionAddress(request);
    const ctx = contentContext(runtime, fieldsOf(request));
    const startedAt = performance.now();
    const answer = async () => {
      const url = urlOf(request, runtime.environment.contentUrl);
      const { pathname } = url;
      const isFunction = isFunctionAddress(pathname);
      if (isFunction) requirePlain(request);
      if (isFunction) waitLonger(request, response);
      if (isFunction && functions) return functions.pass(request, response);
      response.setHeader("X-Request-Id", ctx.requestId);
      if (OF_OBJECT.test(pathname)) return objects.answer(ctx, request, response, url);
      if (pathname === UPLOADS_PATH || pathname.startsWith(`${UPLOADS_PATH}/`))
        return uploads.answer(ctx, request, response, url);
      if (isFunction) return serveFunction(ctx, request, response, url);
      if (pathname === "/live") return tell(response, 200, "live");
      if (pathname === "/ready")
        return runtime.drain.isDraining ? tell(response, 503, "stopping") : tell(response, 200, "ready");
      throw new ServiceError("not_found", "There's nothing at this path.");
    };
    let code: string | null = null;
    void answer()
      .catch((error: unknown) => {
        code = toServiceError(error).code;
        return refuse(ctx, response, error);
      })
      .finally(() => {
        const { requestId, trace } = ctx;
        runtime.observe({
          ...{ operation: "content", method: request.method ?? "GET", status: response.statusCode },
          ...{ milliseconds: performance.now() - startedAt, requestId, span: trace?.ids ?? null, code },
          subject: answeredSubject(ctx),
        });
      });
  };
}

/** Answers a balancer, whose next question is not to be answered from a cache. */
function tell(response: ServerResponse, status: number, word: string): void {
  response.writeHead(status, { "Content-Type": "text/plain", "Cache-Control": "no-store" }).end(`${word}\n`);
}
