import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { quantile } from "./statistics";

export interface LoadRequest {
  path: string;
  headers?: Record<string, string>;
  /** GET without it. */
  method?: "GET" | "POST";
  body?: string;
  /** The text that the body of the answer must hold, so that nothing but the work itself is measured. */
  expected?: string;
}

export interface LoadJob {
  /** Origin, without a slash at the end. */
  url: string;
  /** Sent in turn; each connection has a share of them. */
  requests: LoadRequest[];
  connections: number;
  seconds: number;
  /** The answers lead elsewhere (3xx). */
  areRedirects?: boolean;
}

export interface LoadResult {
  /** Milliseconds, in the order of the answers. */
  latencies: number[];
  /** The bytes of all answers, with their headers. */
  bytes: number;
  /** Connections that failed, timeouts, answers of another kind and answers without the expected text in them. */
  failures: number;
  /** From the first request to the last answer. */
  seconds: number;
}

export interface Throughput {
  perSecond: number;
  p50: number;
  p99: number;
  answers: number;
  bytesPerAnswer: number;
}

/** Loads a server from a process of its own. Throws when an answer is of another kind or not the expected one. */
export async function runLoad(job: LoadJob): Promise<Throughput> {
  const child = spawn(process.execPath, ["dist/bench/load.js"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  child.stdin.end(JSON.stringify(job));
  const output = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`The load maker ended with ${code}.`);
  const { latencies, bytes, failures, seconds } = JSON.parse(output) as LoadResult;
  if (failures > 0) throw new Error(`${job.url} failed ${failures} of ${latencies.length} requests.`);
  if (latencies.length === 0) throw new Error(`${job.url} answered nothing within ${job.seconds} s.`);
  return {
    perSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    answers: latencies.length,
    bytesPerAnswer: bytes / latencies.length,
  };
}
