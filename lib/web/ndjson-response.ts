import "server-only";
import type { Context } from "@/lib/core/context";
import { toServiceError } from "@/lib/http/to-service-error";

export const NDJSON_TYPE = "application/x-ndjson; charset=utf-8";

/** Sends a failure as a last line `{"error": …}`: the status is already sent. The work outlives a disconnect. */
export function ndjsonResponse(ctx: Context, work: (write: (value: unknown) => void) => Promise<void>): Response {
  const encoder = new TextEncoder();
  let isOpen = true;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (value: unknown) => {
        if (isOpen) controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
      };
      try {
        await work(write);
      } catch (error) {
        const { code, message, details } = toServiceError(error);
        if (code === "internal_error") ctx.log.error({ err: error, requestId: ctx.requestId }, "request failed");
        write({ error: { code, message, details } });
      }
      if (isOpen) controller.close();
    },
    cancel() {
      isOpen = false;
    },
  });
  return new Response(body, { headers: { "Content-Type": NDJSON_TYPE, "X-Accel-Buffering": "no" } });
}
