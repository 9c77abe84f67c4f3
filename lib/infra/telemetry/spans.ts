import { randomBytes } from "node:crypto";
import type { AnsweredRequest } from "@/lib/core/ports/telemetry";
import { attributesOf, nanosOf } from "./attributes";

const SERVER = 2;
const ERROR = 2;
/** As W3C Trace Context has it. An id of zeros alone is none. */
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/;

/** Returns the span of a request that was answered at `endedAt`. */
export function spanOf(request: AnsweredRequest, endedAt: number) {
  const { operation, method, status, milliseconds, requestId, traceparent } = request;
  const [, traceId, parentSpanId] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  return {
    traceId: traceId ?? randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    ...(parentSpanId !== undefined && { parentSpanId }),
    ...{ name: operation, kind: SERVER },
    ...{ startTimeUnixNano: nanosOf(endedAt - milliseconds), endTimeUnixNano: nanosOf(endedAt) },
    attributes: attributesOf({
      "http.request.method": method,
      "http.response.status_code": status,
      "coppice.operation": operation,
      "coppice.request_id": requestId,
    }),
    ...(status >= 500 && { status: { code: ERROR } }),
  };
}
