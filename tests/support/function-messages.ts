import { Readable } from "node:stream";
import type { FunctionAnswer, FunctionRequest } from "@/lib/core/ports/function-runtime";

/** A request as functions are asked, from the input of `fetch`: text as a whole, and a stream as one. */
export function functionRequest(url: string, init: RequestInit & { duplex?: "half" } = {}): FunctionRequest {
  const request = new Request(url, init);
  const stream = request.body && (Readable.fromWeb(request.body as never) as Readable);
  return {
    ...{ method: request.method, url: request.url, headers: [...request.headers], signal: request.signal },
    body: typeof init.body === "string" ? Buffer.from(init.body) : stream,
  };
}

/** An answer as `fetch` gives them. */
export function toResponse({ status, headers, body }: FunctionAnswer): Response {
  const sent = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream) : body;
  return new Response(sent as BodyInit | null, { status, headers: headers.map(([name, value]) => [name, value]) });
}
