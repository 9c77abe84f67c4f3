import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import copyStreams from "pg-copy-streams";

/** PostgreSQL sends a message for each row; a write for each would cost more than the row. */
const WRITE_BYTES = 64 * 1024;

/** Runs `COPY … TO STDOUT` and gives its bytes to `write`, no faster than they are taken. */
export async function copyOut(
  client: pg.Client,
  text: string,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of client.query(copyStreams.to(text))) {
    held.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size < WRITE_BYTES) continue;
    await write(Buffer.concat(held));
    [held, size] = [[], 0];
  }
  if (size > 0) await write(Buffer.concat(held));
}

/** Runs `COPY … FROM STDIN` with the bytes of `source`, whose failure is that of the statement. Returns its rows. */
export async function copyIn(client: pg.Client, text: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  const sink = client.query(copyStreams.from(text));
  await pipeline(source, sink);
  return sink.rowCount;
}

/** Runs `work` without a listener: copying takes the data of the stream over from the only other one. */
export async function withoutListener<T>(
  stream: Duplex,
  listener: (chunk: Buffer) => void,
  work: () => Promise<T>,
): Promise<T> {
  stream.off("data", listener);
  try {
    return await work();
  } finally {
    stream.on("data", listener);
  }
}
