import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Answer, PlainAnswer } from "../plain-answer";
import { discardBody } from "./discard-body";

const WITHOUT_BODY = new Set([204, 304]);
const LENGTH = "Content-Length";

/**
 * Writes an answer once the rest of the request's body has arrived; a streamed one may be given while its request is
 * read. A client that leaves is no failure.
 */
export async function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const { status, headers } = answer;
  const fields = headers instanceof Headers ? [...headers].flat() : Object.entries(headers).flat();
  const body = answer instanceof PlainAnswer ? answer.body : await bodyOf(answer);
  const isHead = request.method === "HEAD";
  if (!(body instanceof Readable)) {
    await discardBody(request);
    const isWithLength = !WITHOUT_BODY.has(status) && !hasLength(fields);
    const length = typeof body === "string" ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
    response.writeHead(status, isWithLength ? [...fields, LENGTH, String(length)] : fields);
    return void response.end(isHead ? undefined : (body ?? undefined));
  }
  response.writeHead(status, fields);
  if (isHead) {
    body.destroy();
    return void response.end();
  }
  response.flushHeaders();
  await pipeline(body, response).catch(() => void response.destroy());
}

/** A `Response` that must not be buffered says so, as to a proxy; any other is read to its end, for its length. */
async function bodyOf(answer: Response): Promise<Uint8Array | Readable | null> {
  if (answer.body === null) return null;
  if (answer.headers.get("X-Accel-Buffering") !== "no") return answer.bytes();
  return Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
}

function hasLength(fields: readonly string[]): boolean {
  return fields.some((field, index) => index % 2 === 0 && field.toLowerCase() === "content-length");
}
