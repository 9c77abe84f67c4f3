import type { Context } from "@/lib/core/context";
import type { ServedRequest } from "../served-request";
import { toServiceError } from "../to-service-error";

/** Sends an event of the data, or nothing but a sign of life for `null`. Rejects when nobody reads any more. */
export type SendEvent = (data: object | null) => Promise<void>;

/** Returns whether a request asks for events (HTML Living Standard, section 9.2). */
export function wantsEventStream(request: ServedRequest): boolean {
  const accepted = (request.headers.get("accept") ?? "").toLowerCase().split(",");
  return accepted.some((each) => each.split(";", 1)[0]?.trim() === "text/event-stream");
}

/** Answers with the events that `work` sends. Its signal aborts when the reader is gone; a failure ends the stream. */
export function eventStream(
  ctx: Context,
  request: ServedRequest,
  event: string,
  work: (send: SendEvent, signal: AbortSignal) => Promise<void>,
): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const left = new AbortController();
  writer.closed.catch(() => left.abort());
  const encoder = new TextEncoder();
  const send: SendEvent = (data) => {
    const text = data === null ? ":\n\n" : `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    return writer.write(encoder.encode(text));
  };
  const signal = AbortSignal.any([left.signal, request.signal]);
  void work(send, signal)
    .catch((error: unknown) => {
      if (signal.aborted) return;
      if (toServiceError(error).code === "internal_error") {
        ctx.log.error({ err: error, requestId: ctx.requestId }, "a stream of events failed");
      }
    })
    .finally(() => writer.close().catch(() => {}));
  return new Response(readable, {
    headers: { "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no" },
  });
}
