import type { Actor } from "@/lib/core/context";
import { getRuntime, type Runtime, type ServiceContext } from "@/lib/runtime";
import { clientAddressOf, requestIdOf } from "./request-facts";

const ANONYMOUS: Actor = { kind: "anonymous", id: "anonymous" };

/** A request under way. */
export interface Exchange {
  request: Request;
  runtime: Runtime;
  /** Acts for nobody until the adapter has authenticated the caller. */
  ctx: ServiceContext;
  /** Header fields that the answer carries, a refusal too. */
  headers: Record<string, string>;
}

/** Turns an error that was thrown while a request was served into its answer. */
export interface Refusals {
  /** Returns whether the failure is the service's own, which is then logged. */
  isOwnFailure(error: unknown): boolean;
  respond(error: unknown, exchange: Exchange): Response | Promise<Response>;
}

/**
 * Serves one request: gives it an id and a context, answers it, turns an error into a response, logs what is the
 * service's own failure, and measures how long it took. Every handler of the service runs in it; what sets handlers
 * apart is in `answer` and `refusals`.
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
  const clientAddress = clientAddressOf(request, runtime.environment.clientAddressHeader);
  const ctx = runtime.context({ actor: ANONYMOUS, requestId, clientAddress });
  const exchange: Exchange = { request, runtime, ctx, headers: {} };
  const response = await answer(exchange).catch((error: unknown) => {
    if (refusals.isOwnFailure(error)) {
      runtime.log.error({ err: error, requestId, operation: operationId }, "request failed");
    }
    return refusals.respond(error, exchange);
  });
  runtime.observe(operationId, request.method, response.status, performance.now() - startedAt);
  return response;
}
