import type { RequestSubject } from "../context";
import type { Span, SpanIds } from "../trace";

export interface AnsweredRequest {
  operation: string;
  method: string;
  status: number;
  milliseconds: number;
  requestId?: string;
  /** The place in a trace that the request's own span has; made where there is none. */
  span?: SpanIds | null;
  /** The code of the refusal that the answer is. */
  code?: string | null;
  subject?: RequestSubject;
}

/** Sends the figures and traces of requests to a collector. Nothing of it fails or holds up a request. */
export interface Telemetry {
  record(request: AnsweredRequest): void;
  /** Sends a part of the work on a request or a job. */
  recordSpan(span: Span): void;
  /** Sends the rest. */
  close(): Promise<void>;
}
