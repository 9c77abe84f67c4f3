import { constants, setPriority } from "node:os";
import { createId } from "@/lib/core/ids";
import { atDoor } from "@/lib/http/door/at-door";
import { closeGracefully } from "@/lib/http/lanes/connections";
import { createHttpServer, PATIENCE } from "@/lib/http/lanes/http-server";
import { createListener } from "@/lib/http/lanes/node-listener";
import { listenForExchange } from "@/lib/http/realtime/exchange-listener";
import { RealtimeSockets } from "@/lib/http/realtime/realtime-sockets";
import type { Runtime } from "@/lib/runtime";
import { listenItself, type ReceiveConnections } from "./receive-connections";
import type { LoadRoutes } from "./web";

/** Shorter than the supervisor's patience, so that a child ends by itself. */
const GRACE_MS = 7_000;

/** Requests for sockets are answered by the process that has them. */
const ANSWERED = [
  ...["/info", "/live", "/metrics", "/ready"],
  ...["/v1/projects/:projectId/realtime/broadcast", "/v1/projects/:projectId/realtime-stats"],
];

/**
 * Serves the sockets of apps, and the operator's addresses of every process: behind the web process on one machine, by
 * its Unix socket; on the port where the role is a deployment of its own.
 */
export async function startRealtime(
  runtime: Runtime,
  loadRoutes: LoadRoutes,
  receive: ReceiveConnections = listenItself,
): Promise<{ stop(): Promise<void> }> {
  const { environment } = runtime;
  const routes = (await loadRoutes()).filter(({ pattern }) => ANSWERED.includes(pattern));
  const newRequestId = () => createId("request", runtime.random);
  const sockets = new RealtimeSockets(runtime);
  const door = atDoor("realtime", environment, sockets);
  const listener = listenForExchange(runtime, createListener(runtime, routes, { foreign: door?.foreign }));
  const server = createHttpServer(listener, newRequestId, environment.url, PATIENCE, door?.upgrades ?? sockets);
  if (environment.realtimeSocket === null) await receive(server, environment);
  else {
    // Sign-in and the management API on the same machine come before messages.
    if (environment.roles?.length === 1) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    await receive(server, { socketPath: environment.realtimeSocket });
  }
  process.send?.({ type: "listening", url: environment.url });
  return { stop: () => Promise.all([sockets.close(), closeGracefully(server, GRACE_MS)]).then(() => undefined) };
}
