import type { Actor } from "@/lib/core/context";
import { answeredSubject } from "@/lib/core/request-subject";
import type { Runtime, ServiceContext } from "@/lib/runtime";
import { getRuntime } from "@/lib/runtime/current";
import type { AnsweringHandler, Handler } from "./definition";
import { logRefusal } from "./log-refusal";
import { type Answer, asResponse } from "./plain-answer";
import { clientAddressOf, requestIdOf } from "./request-facts";
import type { ServedRequest } from "./served-request";

const ANONYMOUS: Actor = { kind: "anonymous", id: "anonymous" };

interface Answered {
  requestId: string;
  operation: string;
  method: string;
  status: number;
  milliseconds: number;
}

export interface Exchange {
  request: ServedRequest;
  runtime: Runtime;
  /** The context acts for nobody until the caller is authenticated. */
  ctx: ServiceContext;
  /** When the request arrived, as `performance.now` tells it. */
  arrivedAt: number;
  /** Every answer carries these header fields, also a refusal. */
  headers: Record<string, string>;
}

export interface Refusals {
  /** Returns whether the failure is the service's own, which is then logged. */
  isOwnFailure(error: unknown): boolean;
  /** Returns the code that the answer has, as the log of the project names it. */
  codeFor(error: unknown): string;
  respond(error: unknown, exchange: Exchange): Answer | Promise<Answer>;
}

/** Returns the handler of both lanes: Next calls it for a `Response`, and the other lane its `answer`. */
export function makeHandler(answer: AnsweringHandler["answer"]): AnsweringHandler {
  const handler: Handler = async (request, { params }) => asResponse(await answer(request, params));
  return Object.assign(handler, { answer });
}

/**
 * Gives a request an id and a context, answers it, turns an error into a response, logs the service's own failures and
 * measures the time. Every handler runs in this function; `answer` and `refusals` set them apart.
 */
export async function serve(
  { operationId }: { operationId: string },
  request: ServedRequest,
  answer: (exchange: Exchange) => Promise<Answer>,
  refusals: Refusals,
): Promise<Answer> {
  // Next prerenders a GET handler that has not read the headers before it first waits.
  const offeredId = request.headers.get("x-request-id");
  const traceparent = request.headers.get("traceparent");
  const runtime = await getRuntime();
  await runtime.settings.renew();
  const arrivedAt = performance.now();
  const requestId = requestIdOf(offeredId, runtime.random);
  const clientAddress = clientAddressOf(request.headers, runtime.environment.clientAddressHeader);
  const ctx = runtime.context({ actor: ANONYMOUS, requestId, clientAddress, traceparent, subject: {} });
  const exchange: Exchange = { request, runtime, ctx, arrivedAt, headers: {} };
  let code: string | null = null;
  const response = await answer(exchange).catch((error: unknown) => {
    code = refusals.codeFor(error);
    logRefusal(runtime.log, error, { requestId, operation: operationId });
    if (refusals.isOwnFailure(error)) {
      runtime.log.error({ err: error, requestId, operation: operationId }, "request failed");
    }
    return refusals.respond(error, exchange);
  });
  const answered: Answered = {
    ...{ requestId, operation: operationId, method: request.method, status: response.status },
    milliseconds: performance.now() - arrivedAt,
  };
  runtime.observe({ ...answered, span: ctx.trace?.ids ?? null, code, subject: answeredSubject(exchange.ctx) });
  logRequest(runtime, answered);
  return response;
}

/** Names the operation and not the path, whose parts can be secrets, as those of links and uploads are. */
function logRequest({ log, environment: { requestLog } }: Runtime, { milliseconds, ...answered }: Answered): void {
  if (requestLog === "none" || (requestLog === "failed" && answered.status < 400)) return;
  log.info({ ...answered, milliseconds: Math.round(milliseconds) }, "request");
}
