import type { Actor } from "@/lib/core/context";
import type { Runtime, ServiceContext } from "@/lib/runtime";
import { getRuntime } from "@/lib/runtime/current";
import { logRefusal } from "./log-refusal";
import { clientAddressOf, requestIdOf } from "./request-facts";

const ANONYMOUS: Actor = { kind: "anonymous", id: "anonymous" };

export interface Exchange {
  request: Request;
  runtime: Runtime;
  /** The context acts for nobody until the caller is authenticated. */
  ctx: ServiceContext;
  /** Every answer carries these header fields, also a refusal. */
  headers: Record<string, string>;
}

export interface Refusals {
  /** Returns whether the failure is the service's own, which is then logged. */
  isOwnFailure(error: unknown): boolean;
  respond(error: unknown, exchange: Exchange): Response | Promise<Response>;
}

/**
 * Gives a request an id and a context, answers it, turns an error into a response, logs the service's own failures and
 * measures the time. Every handler runs in this function; `answer` and `refusals` set them apart.
 */
export async function serve(
  { operationId }: { operationId: string },
  request: Request,
  answer: (exchange: Exchange) => Promise<Response>,
  refusals: Refusals,
): Promise<Response> {
  // Next prerenders a GET handler that has not read the headers before it first waits.
  const offeredId = request.headers.get("x-request-id");
  const runtime = await getRuntime();
  const startedAt = performance.now();
  const requestId = requestIdOf(offeredId, runtime.random);
  const clientAddress = clientAddressOf(request.headers, runtime.environment.clientAddressHeader);
  const ctx = runtime.context({ actor: ANONYMOUS, requestId, clientAddress });
  const exchange: Exchange = { request, runtime, ctx, headers: {} };
  const response = await answer(exchange).catch((error: unknown) => {
    logRefusal(runtime.log, error, { requestId, operation: operationId });
    if (refusals.isOwnFailure(error)) {
      runtime.log.error({ err: error, requestId, operation: operationId }, "request failed");
    }
    return refusals.respond(error, exchange);
  });
  runtime.observe(operationId, request.method, response.status, performance.now() - startedAt);
  return response;
}
