import { constants, setPriority } from "node:os";
import { createId } from "@/lib/core/ids";
import { atDoor } from "@/lib/http/door/at-door";
import { closeGracefully } from "@/lib/http/lanes/connections";
import { createHttpServer, PATIENCE } from "@/lib/http/lanes/http-server";
import { createListener } from "@/lib/http/lanes/node-listener";
import { SQL_PATHS } from "@/lib/http/sql/sql-routes";
import { SqlSockets } from "@/lib/http/sql/websocket/sql-sockets";
import type { Runtime } from "@/lib/runtime";
import { listenItself, type ReceiveConnections } from "./receive-connections";
import type { LoadRoutes } from "./web";

/** Shorter than the supervisor's patience, so that a child ends by itself. */
const GRACE_MS = 7_000;

const ANSWERED = [...SQL_PATHS, "/info", "/live", "/metrics", "/ready"];

/**
 * Serves SQL over HTTP and the operator's addresses of every process: behind the web process by a socket on one
 * machine, on the port where the role is a deployment of its own.
 */
export async function startSql(
  runtime: Runtime,
  loadRoutes: LoadRoutes,
  receive: ReceiveConnections = listenItself,
): Promise<{ stop(): Promise<void> }> {
  const { environment } = runtime;
  const routes = (await loadRoutes()).filter(({ pattern }) => ANSWERED.includes(pattern));
  const newRequestId = () => createId("request", runtime.random);
  const sockets = new SqlSockets(runtime);
  const hasOwnProcess = environment.roles?.length === 1;
  const door = atDoor("sql", environment, sockets);
  const listener = createListener(runtime, routes, { foreign: door?.foreign });
  const server = createHttpServer(listener, newRequestId, environment.url, PATIENCE, door?.upgrades ?? sockets);
  if (environment.sqlSocket === null) await receive(server, environment);
  else {
    // Sign-in and the management API on the same machine come before SQL.
    if (hasOwnProcess) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    await receive(server, { socketPath: environment.sqlSocket });
  }
  process.send?.({ type: "listening", url: environment.url });
  return { stop: () => Promise.all([sockets.close(), closeGracefully(server, GRACE_MS)]).then(() => undefined) };
}
