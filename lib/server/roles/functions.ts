import { createServer } from "node:http";
import { MAX_ENVELOPE_BYTES } from "@/lib/core/function-wire";
import { createId } from "@/lib/core/ids";
import { listenForFunctionAddresses } from "@/lib/http/content/function-addresses";
import { atDoor } from "@/lib/http/door/at-door";
import { listenForFunctions } from "@/lib/http/functions/function-listener";
import { INVOKE_PATTERN } from "@/lib/http/functions/pass-to-functions";
import { closeGracefully, trackConnections } from "@/lib/http/lanes/connections";
import { createHttpServer, PATIENCE } from "@/lib/http/lanes/http-server";
import { createListener } from "@/lib/http/lanes/node-listener";
import type { Runtime } from "@/lib/runtime";
import { listenItself, type ReceiveConnections } from "./receive-connections";
import type { LoadRoutes } from "./web";

/** Shorter than the supervisor's patience, so that a child ends by itself. */
const GRACE_MS = 7_000;
const ANSWERED = [INVOKE_PATTERN, "/info", "/live", "/metrics", "/ready"];
/** A process that asks gives up an idle connection before this one does. */
const KEEP_ALIVE_MS = 65_000;

/**
 * Runs functions for the other processes, which ask by the Unix socket or pass calls on to it; without one, for those
 * in its own process alone. Requests of operators to every process are answered there, too.
 */
export async function startFunctions(
  runtime: Runtime,
  loadRoutes: LoadRoutes,
  receive: ReceiveConnections = listenItself,
): Promise<{ stop(): Promise<void> }> {
  const { functionsSocket, url } = runtime.environment;
  const newRequestId = () => createId("request", runtime.random);
  if (functionsSocket === null) return { stop: async () => undefined };
  const routes = (await loadRoutes()).filter(({ pattern }) => ANSWERED.includes(pattern));
  const door = atDoor("functions", runtime.environment);
  const listener = createListener(runtime, routes, { foreign: door?.foreign });
  const others = listenForFunctionAddresses(runtime, listener);
  const patience = { requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer({ maxHeaderSize: MAX_ENVELOPE_BYTES, ...patience }, listenForFunctions(runtime, others));
  trackConnections(server);
  // Callers from outside have the limits of the web process.
  const outer = createHttpServer(listener, newRequestId, url, PATIENCE, door?.upgrades);
  await receive(server, { socketPath: functionsSocket }, outer);
  process.send?.({ type: "listening", url });
  const servers = [server, outer];
  return { stop: () => Promise.all(servers.map((each) => closeGracefully(each, GRACE_MS))).then(() => undefined) };
}
