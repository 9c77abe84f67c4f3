import { open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { outcomeOf } from "./conditions";

export interface Sendable {
  etag: string;
  modifiedAt: Date;
  /** The bytes, or the file that has them. */
  bytes: Buffer | { file: string };
  headers: Record<string, string>;
}

/** Answers a GET or HEAD with bytes, a range of them, or what a condition asks for. Rejects with `ENOENT`. */
export async function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, modifiedAt, bytes, headers }: Sendable,
): Promise<void> {
  const handle = Buffer.isBuffer(bytes) ? null : await open(bytes.file);
  try {
    const size = Buffer.isBuffer(bytes) ? bytes.byteLength : ((await handle?.stat())?.size ?? 0);
    const outcome = outcomeOf(request, { etag, modifiedAt, size });
    const { status } = outcome;
    const validators = { ETag: etag, "Last-Modified": modifiedAt.toUTCString(), "Accept-Ranges": "bytes" };
    if (status === 412 || status === 416) {
      const range = status === 416 && { "Content-Range": `bytes */${size}` };
      const { "Content-Type": _, "Content-Disposition": __, ...rest } = headers;
      return void response.writeHead(status, { ...rest, ...validators, ...range, "Content-Length": 0 }).end();
    }
    if (status === 304) return void response.writeHead(304, { ...headers, ...validators }).end();
    const { start, end } = status === 206 ? outcome : { start: 0, end: size - 1 };
    response.writeHead(status, {
      ...{ ...headers, ...validators, "Content-Length": end - start + 1 },
      ...(status === 206 && { "Content-Range": `bytes ${start}-${end}/${size}` }),
    });
    if (request.method === "HEAD" || size === 0) return void response.end();
    if (Buffer.isBuffer(bytes)) return void response.end(bytes.subarray(start, end + 1));
    // A reader that goes away is no failure.
    if (handle)
      await pipeline(handle.createReadStream({ start, end, autoClose: false }), response).catch(() =>
        response.destroy(),
      );
  } finally {
    await handle?.close();
  }
}
