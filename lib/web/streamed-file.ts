import "server-only";

/**
 * A file that is written while it is sent, no faster than it is read. What fails before the first line is thrown, so
 * that it can be told; what fails later breaks the download off, which is how the reader knows that it is not whole.
 */
export async function streamedFile(
  name: string,
  type: string,
  work: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<Response> {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  let begin: () => void = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const isDone = work(async (text) => {
    begin();
    await writer.write(text);
  });
  const ended = isDone.then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  );
  // Who goes away ends the work at its next line.
  ended.catch(() => {});
  await Promise.race([hasBegun, isDone]);
  const plain = name.replace(/[^A-Za-z0-9._-]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, percentEncoded);
  const headers = {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    "X-Accel-Buffering": "no",
  };
  return new Response(readable.pipeThrough(new TextEncoderStream()), { headers });
}

/** RFC 8187 leaves these out of what may stand as it is. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
