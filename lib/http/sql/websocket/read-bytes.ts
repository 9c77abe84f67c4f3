import { once } from "node:events";
import type { Readable } from "node:stream";

/** The client is gone, so nobody is told. */
export class ClientGoneError extends Error {
  override name = "ClientGoneError";
}

/** Returns the next bytes and leaves those behind them in the stream. Throws `ClientGoneError`. */
export async function readBytes(stream: Readable, length: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = stream.read(length);
    if (bytes?.length === length) return bytes;
    if (stream.destroyed || stream.readableEnded || bytes !== null) throw new ClientGoneError();
    const settled = new AbortController();
    const { signal } = settled;
    try {
      await Promise.race(["readable", "end", "close"].map((event) => once(stream, event, { signal })));
    } catch {
      throw new ClientGoneError();
    } finally {
      settled.abort();
    }
  }
}
