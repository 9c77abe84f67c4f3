import type { Readable } from "node:stream";

/** The client is gone, so nobody is told. */
export class ClientGoneError extends Error {
  override name = "ClientGoneError";
}

/** Returns the next bytes and leaves those behind them in the stream. Throws `ClientGoneError`. */
export function readBytes(stream: Readable, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // One listener for all of it: a stream with too few bytes tells each new one at once that it is readable.
    const read = () => {
      const bytes: Buffer | null = stream.read(length);
      if (bytes?.length === length) settle(() => resolve(bytes));
      else if (bytes !== null) end();
    };
    const end = () => settle(() => reject(new ClientGoneError()));
    const settle = (outcome: () => void) => {
      stream.off("readable", read).off("end", end).off("close", end);
      outcome();
    };
    if (stream.destroyed || stream.readableEnded) return reject(new ClientGoneError());
    stream.on("readable", read).on("end", end).on("close", end);
    read();
  });
}
