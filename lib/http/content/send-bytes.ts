import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, dirname } from "node:path";
import send from "send";

/** Returns whether a request is for more than the whole, or may be refused by what is there. */
export function isPartial({ headers }: IncomingMessage): boolean {
  return (
    headers.range !== undefined || headers["if-match"] !== undefined || headers["if-unmodified-since"] !== undefined
  );
}

/** RFC 9110 section 13.1.2: browsers ask again with what they have. */
export function sendBytes(
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
  bytes: Buffer,
): void {
  const known = asked["if-none-match"]?.split(",").map((each) => each.trim().replace(/^W\//, "")) ?? [];
  if (known.includes(headers.ETag ?? "") || known.includes("*")) {
    response.writeHead(304, headers).end();
    return;
  }
  const length = { "Content-Length": bytes.byteLength, "Accept-Ranges": "bytes" };
  response.writeHead(200, { ...headers, ...length }).end(method === "HEAD" ? undefined : bytes);
}

/** A failed condition, or a range behind the end, which `headers` says. */
export interface SendError extends Error {
  status?: number;
  headers?: Record<string, string>;
}

/** Answers ranges and conditions (RFC 9110 sections 13 and 14). Resolves when the answer is sent, or its reader gone. Rejects with `status` 404. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
  file: string,
): Promise<void> {
  // A cache on the way may ask for a new answer, but what it has is still what there is.
  delete request.headers["cache-control"];
  return new Promise((resolve, reject) => {
    const options = {
      root: dirname(file),
      etag: false,
      lastModified: false,
      cacheControl: false,
      dotfiles: "allow" as const,
    };
    response.once("close", resolve);
    send(request, basename(file), options)
      .on("headers", () => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      })
      .on("error", (error: SendError) => {
        if (response.headersSent) return response.destroy(error);
        if (error.status !== 412 && error.status !== 416) return reject(error);
        for (const name of ["Content-Type", "Content-Disposition", "Content-Length"]) response.removeHeader(name);
        response.writeHead(error.status, error.headers).end();
      })
      .pipe(response);
  });
}
