/** Many times the size of 4,000 tokens. */
const MOST_BYTES = 1024 ** 2;

/** Asks as `fetch` does, follows no redirect, and fails once an answer is longer than any that could be meant. */
export async function boundedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "error" });
  if (!response.body) return response;
  let length = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      length += chunk.byteLength;
      if (length > MOST_BYTES) controller.error(new Error("the model's answer is too long"));
      else controller.enqueue(chunk);
    },
  });
  const { status, headers } = response;
  return new Response(response.body.pipeThrough(bounded), { status, headers });
}
