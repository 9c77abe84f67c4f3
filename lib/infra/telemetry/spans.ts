import type { AnsweredRequest } from "@/lib/core/ports/telemetry";
import { newSpanId, newTraceId, type Span } from "@/lib/core/trace";
import { attributesOf, nanosOf } from "./attributes";

const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

/** Returns the span of a request that was answered at `endedAt`. */
export function spanOf(request: AnsweredRequest, endedAt: number) {
  const { operation, method, status, milliseconds, requestId, span } = request;
  const ids = span ?? { traceId: newTraceId(), spanId: newSpanId(), parentSpanId: null };
  const attributes = {
    "http.request.method": method,
    "http.response.status_code": status,
    "coppice.operation": operation,
    "coppice.request_id": requestId,
  };
  const times = { startedAt: endedAt - milliseconds, endedAt };
  return toOtlp({ ...ids, ...times, name: operation, attributes, isFailed: status >= 500 }, SERVER);
}

/** Returns the span of a part of the work, which asked another program for something. */
export function partOf(span: Span) {
  return toOtlp(span, CLIENT);
}

function toOtlp(span: Span, kind: number) {
  const { traceId, spanId, parentSpanId, name, startedAt, endedAt, attributes, isFailed } = span;
  return {
    ...{ traceId, spanId, ...(parentSpanId !== null && { parentSpanId }) },
    ...{ name, kind },
    ...{ startTimeUnixNano: nanosOf(startedAt), endTimeUnixNano: nanosOf(endedAt) },
    attributes: attributesOf(attributes),
    ...(isFailed && { status: { code: ERROR } }),
  };
}
