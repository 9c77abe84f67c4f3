import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Arrival, ArrivalsJob } from "./arrivals-job";

// A process of its own: reads a job from standard input and answers on standard output.
const { url, requests, offsets } = JSON.parse(await text(process.stdin)) as ArrivalsJob;
const agent = new Agent({ keepAlive: true });
const startedAt = performance.now() + 100;
const arrivals = await Promise.all(offsets.map((offset, i) => send(startedAt + offset, i)));
agent.destroy();
process.stdout.write(JSON.stringify(arrivals));

function send(dueAt: number, i: number): Promise<Arrival> {
  const {
    path,
    headers = {},
    method = "GET",
    body = "",
    expected = "",
  } = requests[i % requests.length] ?? { path: "/" };
  const length = { "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const ask = () => {
      const sent = request(url + path, { method, agent, headers: { ...headers, ...length } }, async (response) => {
        const answer = await text(response);
        resolve({
          status: response.statusCode ?? 0,
          milliseconds: performance.now() - dueAt,
          hasExpected: answer.includes(expected),
          retryAfter: response.headers["retry-after"] !== undefined,
        });
      });
      sent.once("error", reject);
      sent.end(body);
    };
    setTimeout(ask, dueAt - performance.now());
  });
}
