import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ByteRange } from "@/lib/core/ports/object-store";
import { outcomeOf } from "./conditions";

/** Bytes that are read as far as they are asked for. */
export interface ByteSource {
  size: number;
  read(range?: ByteRange): Promise<Readable>;
}

export interface Sendable {
  etag: string;
  modifiedAt: Date;
  bytes: Buffer | ByteSource;
  headers: Record<string, string>;
}

/** Answers a GET or HEAD with bytes, a range of them, or as a condition asks. Rejects as the source does. */
export async function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, modifiedAt, bytes, headers }: Sendable,
): Promise<void> {
  const size = Buffer.isBuffer(bytes) ? bytes.byteLength : bytes.size;
  const outcome = outcomeOf(request, { etag, modifiedAt, size });
  const { status } = outcome;
  const validators = { ETag: etag, "Last-Modified": modifiedAt.toUTCString(), "Accept-Ranges": "bytes" };
  if (status === 412 || status === 416) {
    const range = status === 416 && { "Content-Range": `bytes */${size}` };
    const rest = Object.entries(headers).filter(([name]) => !OF_CONTENT.has(name));
    const fields = { ...Object.fromEntries(rest), ...validators, ...range };
    return void response.writeHead(status, { ...fields, "Content-Length": 0 }).end();
  }
  if (status === 304) return void response.writeHead(304, { ...headers, ...validators }).end();
  const range = status === 206 ? { start: outcome.start, end: outcome.end } : { start: 0, end: size - 1 };
  const { start, end } = range;
  const isEmpty = request.method === "HEAD" || size === 0;
  // Bytes that can't be read are refused, instead of an answer that breaks off.
  const part = isEmpty || Buffer.isBuffer(bytes) ? null : await bytes.read(range);
  response.writeHead(status, {
    ...{ ...headers, ...validators, "Content-Length": end - start + 1 },
    ...(status === 206 && { "Content-Range": `bytes ${start}-${end}/${size}` }),
  });
  if (isEmpty) return void response.end();
  if (Buffer.isBuffer(bytes)) return void response.end(bytes.subarray(start, end + 1));
  // A reader that goes away is no failure.
  if (part) await pipeline(part, response).catch(() => response.destroy());
}

const OF_CONTENT: ReadonlySet<string> = new Set(["Content-Type", "Content-Encoding", "Content-Disposition"]);
