import { createServer } from "node:http";
import { MAX_ENVELOPE_BYTES } from "@/lib/core/function-wire";
import { listenForFunctions } from "@/lib/http/functions/function-listener";
import { createListener } from "@/lib/http/lanes/node-listener";
import type { Runtime } from "@/lib/runtime";
import { listenAt } from "./listen";
import type { LoadRoutes } from "./web";

/** Shorter than the supervisor's patience, so that a child ends by itself. */
const GRACE_MS = 7_000;
const ANSWERED = ["/info", "/metrics", "/ready"];

/**
 * Runs functions for the other processes, which ask by the Unix socket; without one, for those in its own process alone.
 * What operators ask of every process is answered there, too.
 */
export async function startFunctions(runtime: Runtime, loadRoutes: LoadRoutes): Promise<{ stop(): Promise<void> }> {
  const { functionsSocket, url } = runtime.environment;
  if (functionsSocket === null) return { stop: async () => undefined };
  const routes = (await loadRoutes()).filter(({ pattern }) => ANSWERED.includes(pattern));
  const listener = listenForFunctions(runtime, createListener(runtime, routes));
  const server = createServer({ maxHeaderSize: MAX_ENVELOPE_BYTES, requestTimeout: 0 }, listener);
  await listenAt(server, functionsSocket);
  process.send?.({ type: "listening", url });
  return {
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearTimeout(cut);
    },
  };
}
