import type { Context } from "@/lib/core/context";
import {
  type CustomerSession,
  type ResultLimits,
  type RowSink,
  StatementError,
  type StreamedStatement,
} from "@/lib/core/ports/customer-session";
import type { Trace } from "@/lib/core/trace";
import { operationOf } from "./operation-of";

const SYSTEM = "postgresql";

/** Returns a session whose statements have spans, where a collector is set up. */
export function traced(ctx: Context, databaseId: string, session: CustomerSession): CustomerSession {
  return ctx.trace ? new TracedSession(session, ctx.trace, databaseId) : session;
}

/** A session that gives each statement a span, by the conventions of OpenTelemetry for databases. */
class TracedSession implements CustomerSession {
  readonly #session: CustomerSession;
  readonly #trace: Trace;
  readonly #databaseId: string;

  constructor(session: CustomerSession, trace: Trace, databaseId: string) {
    this.#session = session;
    this.#trace = trace;
    this.#databaseId = databaseId;
  }

  query(text: string, values?: readonly (string | null)[], limits?: ResultLimits) {
    return this.#inSpan(text, () => this.#session.query(text, values, limits));
  }

  stream(text: string, values: readonly (string | null)[], sink: RowSink, options?: { thenReset: boolean }) {
    return this.#inSpan(text, () => this.#session.stream(text, values, sink, options));
  }

  async streamTogether(statements: readonly StreamedStatement[]) {
    const spans = statements.map(({ text }) => this.#startSpan(text));
    try {
      const ends = await this.#session.streamTogether(statements);
      for (const [index, end] of ends.entries()) {
        spans[index]?.end(end.status === "fulfilled" ? SUCCEEDED : failedBy(end.reason));
      }
      return ends;
    } catch (error) {
      for (const span of spans) span.end(failedBy(error));
      throw error;
    }
  }

  copyOut(text: string, write: (bytes: Uint8Array) => Promise<void>) {
    return this.#inSpan(text, () => this.#session.copyOut(text, write));
  }

  copyIn(text: string, source: AsyncIterable<Uint8Array>, onNotice: (message: string) => void) {
    return this.#inSpan(text, () => this.#session.copyIn(text, source, onNotice));
  }

  listen(channel: string, heard: () => void) {
    return this.#session.listen(channel, heard);
  }

  get isInTransaction(): boolean {
    return this.#session.isInTransaction;
  }

  get isOpen(): boolean {
    return this.#session.isOpen;
  }

  reset() {
    return this.#session.reset();
  }

  abort(reason: Error): void {
    this.#session.abort(reason);
  }

  close() {
    return this.#session.close();
  }

  async #inSpan<T>(text: string, run: () => Promise<T>): Promise<T> {
    const span = this.#startSpan(text);
    try {
      const result = await run();
      span.end(SUCCEEDED);
      return result;
    } catch (error) {
      span.end(failedBy(error));
      throw error;
    }
  }

  /** The text and its values are the customer's, and stay out of the span. */
  #startSpan(text: string) {
    const operation = operationOf(text);
    return this.#trace.start({
      name: operation ?? SYSTEM,
      attributes: {
        "db.system.name": SYSTEM,
        "db.namespace": this.#databaseId,
        ...(operation !== null && { "db.operation.name": operation }),
      },
    });
  }
}

const SUCCEEDED = { isFailed: false } as const;

function failedBy(error: unknown) {
  return { isFailed: true, attributes: failureOf(error) };
}

function failureOf(error: unknown) {
  const sqlState = error instanceof StatementError ? error.sqlState : null;
  if (sqlState !== null) return { "db.response.status_code": sqlState, "error.type": sqlState };
  return { "error.type": error instanceof Error ? error.name : "unknown" };
}
