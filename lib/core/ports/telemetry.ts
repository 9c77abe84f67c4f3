import type { RequestSubject } from "../request-subject";

export interface AnsweredRequest {
  operation: string;
  method: string;
  status: number;
  milliseconds: number;
  requestId?: string;
  /** The field of the request, by which it belongs to a trace that the caller began. */
  traceparent?: string | null;
  /** The code of the refusal that the answer is. */
  code?: string | null;
  subject?: RequestSubject;
}

/** Sends the figures and traces of requests to a collector. Nothing of it fails or holds up a request. */
export interface Telemetry {
  record(request: AnsweredRequest): void;
  /** Sends the rest. */
  close(): Promise<void>;
}
