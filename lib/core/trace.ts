import { randomBytes } from "node:crypto";

export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

export interface SpanIds {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
}

/** A part of the work that has ended. Times are milliseconds since 1970. */
export interface Span extends SpanIds {
  name: string;
  startedAt: number;
  endedAt: number;
  attributes: SpanAttributes;
  isFailed: boolean;
}

/** A part of the work that goes on. */
interface OpenSpan {
  /** Is sent along, so that the spans of another program are below this one. */
  traceparent: string;
  end(outcome: { attributes?: SpanAttributes; isFailed: boolean }): void;
}

/** As W3C Trace Context has it. An id of zeros alone is none. */
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;
const SAMPLED = "01";

/** The place in a trace where a request or a job is, below which parts of its work are spans. */
export class Trace {
  readonly #record: (span: Span) => void;
  readonly #traceId: string;
  readonly #spanId: string | null;
  readonly #parentSpanId: string | null;
  readonly #flags: string;

  /** Continues the trace of a `traceparent`, else begins one. Without `hasSpan`, nothing is above the parts of the work. */
  constructor(record: (span: Span) => void, traceparent: string | null, { hasSpan }: { hasSpan: boolean }) {
    const [, traceId, parentSpanId, flags] = TRACEPARENT.exec(traceparent ?? "") ?? [];
    this.#record = record;
    this.#traceId = traceId ?? newTraceId();
    this.#spanId = hasSpan ? newSpanId() : null;
    this.#parentSpanId = parentSpanId ?? null;
    this.#flags = flags ?? SAMPLED;
  }

  /** The ids of the span that the work has as a whole; `null` where it has none. */
  get ids(): SpanIds | null {
    if (this.#spanId === null) return null;
    return { traceId: this.#traceId, spanId: this.#spanId, parentSpanId: this.#parentSpanId };
  }

  /** Begins a part of the work that asks another program for something. With `traceId`, it's in a trace of its own. */
  start({ name, attributes, traceId }: { name: string; attributes: SpanAttributes; traceId?: string }): OpenSpan {
    const [spanId, startedAt, startedAtPrecisely] = [newSpanId(), Date.now(), performance.now()];
    const parentSpanId = traceId === undefined ? (this.#spanId ?? this.#parentSpanId) : null;
    const ids = { traceId: traceId ?? this.#traceId, spanId, parentSpanId };
    return {
      traceparent: `00-${ids.traceId}-${spanId}-${this.#flags}`,
      end: ({ attributes: further, isFailed }) => {
        const endedAt = startedAt + (performance.now() - startedAtPrecisely);
        this.#record({ ...ids, name, startedAt, endedAt, attributes: { ...attributes, ...further }, isFailed });
      },
    };
  }
}

export function newTraceId(): string {
  return randomBytes(16).toString("hex");
}

export function newSpanId(): string {
  return randomBytes(8).toString("hex");
}
