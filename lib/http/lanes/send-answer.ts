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
  const { fields, hasLength } = fieldsOf(headers);
  const body = answer instanceof PlainAnswer ? answer.body : await bodyOf(answer);
  const isHead = request.method === "HEAD";
  if (!(body instanceof Readable)) {
    await discardBody(request);
    const isWithLength = !WITHOUT_BODY.has(status) && !hasLength;
    const length = typeof body === "string" ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
    if (isWithLength) fields.push(LENGTH, String(length));
    response.writeHead(status, fields);
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

/** Returns names and values in turn, and whether the length is among them. */
function fieldsOf(headers: Answer["headers"]): { fields: string[]; hasLength: boolean } {
  const fields: string[] = [];
  let hasLength = false;
  for (const [name, value] of headers instanceof Headers ? headers : Object.entries(headers)) {
    fields.push(name, value);
    hasLength ||= name.length === LENGTH.length && name.toLowerCase() === "content-length";
  }
  return { fields, hasLength };
}
