import "server-only";
import { ServiceError } from "@/lib/core/errors";

const NEWLINE = 0x0a;

interface Split {
  line: string;
  /** The bytes after the line, as they arrive. */
  rest: AsyncGenerator<Uint8Array>;
}

/**
 * Returns the first line of a body. Secrets that belong to a file are sent there, since addresses are logged. Throws
 * `invalid_request` for a line of more than `maxBytes`, or without an end.
 */
export async function splitFirstLine(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Split> {
  if (!body) throw missing();
  const reader = body.getReader();
  let head = Buffer.alloc(0);
  for (;;) {
    const { done, value } = await reader.read().catch(cutShort);
    if (done) throw missing();
    head = Buffer.concat([head, value]);
    const end = head.indexOf(NEWLINE);
    if (end !== -1 && end <= maxBytes) {
      return { line: head.toString("utf8", 0, end), rest: readOn(reader, head.subarray(end + 1)) };
    }
    if (head.length > maxBytes) {
      reader.cancel().catch(() => {});
      throw missing();
    }
  }
}

async function* readOn(reader: ReadableStreamDefaultReader<Uint8Array>, begun: Uint8Array): AsyncGenerator<Uint8Array> {
  try {
    if (begun.byteLength > 0) yield begun;
    for (;;) {
      const { done, value } = await reader.read().catch(cutShort);
      if (done) return;
      yield value;
    }
  } finally {
    // Cancelling waits for a sender that may never stop, so it is not awaited.
    reader.cancel().catch(() => {});
  }
}

function missing(): ServiceError {
  return new ServiceError("invalid_request", "The first line of the body must hold the options as JSON.");
}

/** A client that disconnected or was too slow is no failure of the service. */
function cutShort(cause: unknown): never {
  throw new ServiceError("invalid_request", "The upload ended too early.", { cause });
}
