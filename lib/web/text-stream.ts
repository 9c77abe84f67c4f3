import "server-only";

/** Resolves when the reader has room for more, and rejects when nobody reads any more. */
export type WriteText = (text: string | Uint8Array) => Promise<void>;

/**
 * Returns the bytes of the output of `work`, no faster than they are read. Throws the errors of `work` before it
 * writes; a later failure breaks the stream off. The signal of `work` aborts when the reader is gone.
 */
export async function textStream(
  work: (write: WriteText, reader: AbortSignal) => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TransformStream<string | Uint8Array, string | Uint8Array>();
  const writer = writable.getWriter();
  const reader = new AbortController();
  let begin: () => void = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  writer.closed.catch(() => reader.abort());
  const isDone = work(async (text) => {
    begin();
    await writer.write(text);
  }, reader.signal);
  const ended = isDone.then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  );
  // After a disconnect the next write rejects and ends the work, and no client is left to be told.
  ended.catch(() => {});
  await Promise.race([hasBegun, isDone]);
  const encoder = new TextEncoder();
  const encode = new TransformStream<string | Uint8Array, Uint8Array>({
    transform: (part, control) => control.enqueue(typeof part === "string" ? encoder.encode(part) : part),
  });
  return readable.pipeThrough(encode);
}
