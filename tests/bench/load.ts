import { once } from "node:events";
import { text } from "node:stream/consumers";
import autocannon from "autocannon";
import type { LoadJob, LoadRequest, LoadResult } from "./load-job";

// A process of its own: reads a job from standard input and answers on standard output. Keys never are arguments.
const job = JSON.parse(await text(process.stdin)) as LoadJob;
process.stdout.write(JSON.stringify(await run(job)));

async function run({ url, requests, connections, seconds, areRedirects = false }: LoadJob): Promise<LoadResult> {
  const latencies: number[] = [];
  let [bytes, startedAt, endedAt, connection, unexpected] = [0, Number.NaN, Number.NaN, 0, 0];
  const share = Math.ceil(requests.length / connections);
  const checked = requests.map(({ expected, ...request }: LoadRequest) => ({
    ...request,
    ...(expected !== undefined && {
      onResponse: (_status: number, body: string) => {
        if (!body.includes(expected)) unexpected += 1;
      },
    }),
  }));
  const options = {
    url,
    connections,
    duration: seconds,
    // Each connection has requests of its own, so that no two use one key at the same time.
    setupClient: (client: { setRequests(requests: typeof checked): void }) => {
      client.setRequests(checked.slice(connection * share, ++connection * share));
    },
  };
  const counts = await new Promise<{ errors: number; timeouts: number; non2xx: number; "2xx": number; "3xx": number }>(
    (resolve, reject) => {
      const tracker = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
      once(tracker, "start").then(() => {
        startedAt = performance.now();
      }, reject);
      tracker.on("response", (_client: unknown, _status: number, size: number, milliseconds: number) => {
        latencies.push(milliseconds);
        bytes += size;
        endedAt = performance.now();
      });
    },
  );
  const others = areRedirects ? counts["2xx"] + counts.non2xx - counts["3xx"] : counts.non2xx;
  const failures = counts.errors + counts.timeouts + others + unexpected;
  return { latencies, bytes, failures, seconds: (endedAt - startedAt) / 1000 };
}
