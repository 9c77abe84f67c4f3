/** The part of autocannon that the load maker uses; the package brings no types. */
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  interface Request {
    path: string;
    headers?: Record<string, string>;
    method?: "GET" | "POST";
    body?: string;
    onResponse?: (status: number, body: string) => void;
  }

  interface Client {
    setRequests(requests: Request[]): void;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds; not used together with `amount`. */
    duration?: number;
    amount?: number;
    setupClient?: (client: Client) => void;
  }

  interface Result {
    errors: number;
    timeouts: number;
    non2xx: number;
    "2xx": number;
    "3xx": number;
  }

  /** Emits `response` with the client, the status, the bytes read and the milliseconds it took. */
  export default function autocannon(
    options: Options,
    onEnd: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
