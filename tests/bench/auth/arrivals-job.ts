import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { LoadRequest } from "../load-job";
import { quantile } from "../statistics";

export interface ArrivalsJob {
  url: string;
  requests: LoadRequest[];
  /** Milliseconds from the start at which each request is sent, regardless of those before it. */
  offsets: number[];
}

export interface Arrival {
  status: number;
  /** From when it was due until its whole answer was there. */
  milliseconds: number;
  hasExpected: boolean;
  retryAfter: boolean;
}

/** Sends requests from a process of its own when they are due, as people do, who do not wait for each other. */
export async function runArrivals(job: ArrivalsJob): Promise<Arrival[]> {
  const child = spawn(process.execPath, ["dist/bench/auth/arrivals.js"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  child.stdin.end(JSON.stringify(job));
  const output = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`The load maker ended with ${code}.`);
  return JSON.parse(output) as Arrival[];
}

/** Due times of so many requests a second with exponential gaps: a Poisson process. */
export function poissonOffsets(perSecond: number, seconds: number): number[] {
  const offsets: number[] = [];
  for (let at = gap(perSecond); at < seconds * 1_000; at += gap(perSecond)) offsets.push(at);
  return offsets;
}

const gap = (perSecond: number) => (-Math.log(1 - Math.random()) * 1_000) / perSecond;

/** Throws when an answer is neither a right one nor a refusal that says when to come again. */
export function sortArrivals(arrivals: readonly Arrival[]): { accepted: number[]; refused: number[] } {
  const wrong = arrivals.find(({ status, hasExpected, retryAfter }) =>
    status === 200 ? !hasExpected : status !== 503 || !retryAfter,
  );
  if (wrong) throw new Error(`An answer was neither accepted nor refused: ${JSON.stringify(wrong)}`);
  const of = (wanted: number) =>
    arrivals.filter(({ status }) => status === wanted).map(({ milliseconds }) => milliseconds);
  return { accepted: of(200), refused: of(503) };
}

export const p95 = (values: readonly number[]) => quantile(values, 0.95);
