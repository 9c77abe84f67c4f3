import type { RequestListener } from "node:http";
import { constants, setPriority } from "node:os";
import { createId } from "@/lib/core/ids";
import { atDoor } from "@/lib/http/door/at-door";
import type { DoorRole } from "@/lib/http/door/door-paths";
import { closeGracefully } from "@/lib/http/lanes/connections";
import { createHttpServer, PATIENCE } from "@/lib/http/lanes/http-server";
import { createListener } from "@/lib/http/lanes/node-listener";
import type { Upgrades } from "@/lib/http/lanes/upgrades";
import type { Runtime } from "@/lib/runtime";
import { listenItself, type ReceiveConnections } from "./receive-connections";
import type { LoadRoutes } from "./web";

/** Shorter than the supervisor's patience, so that a child ends by itself. */
const GRACE_MS = 7_000;

export interface SocketRole {
  role: DoorRole;
  /** The patterns of the routes that it answers, besides the operator's addresses of every process. */
  answered: readonly string[];
  sockets: Upgrades & { close(): Promise<void> };
  /** Its Unix socket behind the web process; `null` where the role is a deployment of its own, on the port. */
  socketPath: string | null;
  listenWith?: (listener: RequestListener) => RequestListener;
}

/** Serves a role that has sockets of apps. */
export async function startSocketRole(
  runtime: Runtime,
  loadRoutes: LoadRoutes,
  { role, answered, sockets, socketPath, listenWith = (listener) => listener }: SocketRole,
  receive: ReceiveConnections = listenItself,
): Promise<{ stop(): Promise<void> }> {
  const { environment } = runtime;
  const patterns = [...answered, "/info", "/live", "/metrics", "/ready"];
  const routes = (await loadRoutes()).filter(({ pattern }) => patterns.includes(pattern));
  const newRequestId = () => createId("request", runtime.random);
  const door = atDoor(role, environment, sockets);
  const listener = listenWith(createListener(runtime, routes, { foreign: door?.foreign }));
  const server = createHttpServer(listener, newRequestId, environment.url, PATIENCE, door?.upgrades ?? sockets);
  if (socketPath === null) await receive(server, environment);
  else {
    // Sign-in and the management API on the same machine come before the role's own work.
    if (environment.roles?.length === 1) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    await receive(server, { socketPath });
  }
  process.send?.({ type: "listening", url: environment.url });
  return { stop: () => Promise.all([sockets.close(), closeGracefully(server, GRACE_MS)]).then(() => undefined) };
}
