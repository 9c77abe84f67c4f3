import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

/** Asks as `fetch` does, from one of this machine's own addresses. */
export async function fetchFrom(
  localAddress: string,
  url: string,
  init: { method: string; headers: Headers; body?: string },
) {
  const asked = request(url, {
    method: init.method,
    headers: Object.fromEntries(init.headers),
    localAddress,
    agent: false,
  });
  asked.end(init.body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const status = answer.statusCode ?? 0;
  const text = Buffer.concat(chunks).toString("utf8");
  return { status, headers, text: async () => text };
}
