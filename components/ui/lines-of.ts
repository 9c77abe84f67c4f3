/** Returns the lines of an answer as they come. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  // A line may be megabytes long, so its pieces are joined once.
  let pieces: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const [first = "", ...rest] = decoder.decode(value, { stream: true }).split("\n");
    pieces.push(first);
    for (const next of rest) {
      const line = pieces.join("");
      pieces = [next];
      if (line !== "") yield line;
    }
  }
  const last = pieces.join("");
  if (last !== "") yield last;
}
