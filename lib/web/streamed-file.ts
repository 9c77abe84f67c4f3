import "server-only";

/** Throws a failure before the first line; a later one breaks the download off, so that nobody takes it for whole. */
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
  // After a disconnect the next write rejects and ends the work, and no client is left to be told.
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

/** Encodes the characters that `encodeURIComponent` leaves and RFC 8187 does not allow. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
