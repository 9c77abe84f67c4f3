import type { IncomingMessage } from "node:http";

/** A client that sends more than this is answered in the midst of it. */
export const MOST_DISCARDED_BYTES = 32 * 1024 * 1024;
const QUIET_MS = 500;
const LONGEST_MS = 10_000;

/**
 * Resolves once the rest of a body that no handler reads has arrived: proxies made with Go, Caddy among them, break
 * off an answer that comes while they send the body. A client that pauses, sends very slowly or sends too much isn't
 * waited for.
 */
export async function discardBody(request: IncomingMessage): Promise<void> {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (request.complete || request.destroyed || (coding === undefined && !(Number(length) > 0))) return;
  if (Number(length) > MOST_DISCARDED_BYTES) return;
  await new Promise<void>((resolve) => {
    const startedAt = performance.now();
    let [bytes, seen] = [0, -1];
    const end = () => {
      clearInterval(timer);
      resolve();
    };
    const timer = setInterval(() => {
      if (bytes === seen || performance.now() - startedAt > LONGEST_MS) end();
      seen = bytes;
    }, QUIET_MS);
    request.removeAllListeners("data");
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_DISCARDED_BYTES) end();
    });
    for (const event of ["end", "close", "error"]) request.once(event, end);
    request.resume();
  });
}
