import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:net";
import type { Environment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { type DoorRole, roleAtDoor } from "@/lib/http/door/door-paths";
import { passToFunctions } from "@/lib/http/functions/pass-to-functions";
import { closeGracefully } from "@/lib/http/lanes/connections";
import { createHttpServer, PATIENCE } from "@/lib/http/lanes/http-server";
import { createListener } from "@/lib/http/lanes/node-listener";
import { type PassedRequests, passRequests } from "@/lib/http/lanes/pass-requests";
import { passUpgrades } from "@/lib/http/lanes/pass-upgrades";
import { joinUpgrades, type Upgrades } from "@/lib/http/lanes/upgrades";
import { REALTIME_PATH } from "@/lib/http/realtime/realtime-path";
import { RealtimeSockets } from "@/lib/http/realtime/realtime-sockets";
import { SQL_PATHS, SQL_SOCKET_PATH } from "@/lib/http/sql/sql-routes";
import { SqlSockets } from "@/lib/http/sql/websocket/sql-sockets";
import type { Runtime } from "@/lib/runtime";
import { createDoor } from "../connections/door";
import { giveAway } from "../connections/give-away";
import { listen, listenAt } from "../connections/listen";

/** Shorter than the supervisor's patience, so that a child ends by itself. */
const GRACE_MS = 7_000;

export type LoadRoutes = () => Promise<Parameters<typeof createListener>[1]>;

export async function startWeb(runtime: Runtime, loadRoutes: LoadRoutes): Promise<{ stop(): Promise<void> }> {
  const { environment } = runtime;
  const newRequestId = () => createId("request", runtime.random);
  const { passed: passedSql, ...sql } = sqlPartsOf(runtime);
  const passed = [passedSql, passToFunctions(environment)].filter((each) => each !== null);
  const parts = [sql, realtimePartsOf(runtime)];
  const listener = createListener(runtime, await loadRoutes(), { pages: servePages(runtime), passed });
  const server = createHttpServer(
    listener,
    newRequestId,
    environment.url,
    PATIENCE,
    joinUpgrades(parts.map((each) => each.upgrades)),
  );
  const door = await receive(server, environment);
  process.send?.({ type: "listening", url: environment.url });
  return {
    stop: () =>
      Promise.all([door?.close(), ...parts.map((each) => each.close()), closeGracefully(server, GRACE_MS)]).then(
        () => undefined,
      ),
  };
}

/**
 * Accepts the connections of the service's address. Those whose first request is for a role in a process of its own are
 * given to the supervisor, which hands them on; requests in them for other roles come back by the Unix socket.
 */
async function receive(server: HttpServer, environment: Environment): Promise<Server | null> {
  const { port, host, webSocket, sqlSocket, realtimeSocket, functionsSocket } = environment;
  if (webSocket === null || !process.send) return listen(server, port, host).then(() => null);
  const sockets: Record<DoorRole, string | null> = {
    sql: sqlSocket,
    realtime: realtimeSocket,
    functions: functionsSocket,
  };
  const roles = (Object.keys(sockets) as DoorRole[]).filter((role) => sockets[role] !== null);
  const door = createDoor({ own: server, roleOf: (pathname) => roleAtDoor(pathname, roles), giveAway });
  await listenAt(server, webSocket);
  await listen(door, port, host);
  return door;
}

interface SocketParts {
  upgrades: Upgrades;
  close(): Promise<void>;
}

interface SqlParts extends SocketParts {
  passed: PassedRequests | null;
}

/** Sockets of apps are passed on to the process for them; without one, this process serves them. */
function realtimePartsOf(runtime: Runtime): SocketParts {
  const { realtimeSocket, clientAddressHeader } = runtime.environment;
  if (realtimeSocket === null) {
    const upgrades = new RealtimeSockets(runtime);
    return { upgrades, close: () => upgrades.close() };
  }
  const sockets = { [REALTIME_PATH]: realtimeSocket };
  return { upgrades: passUpgrades({ sockets, clientAddressHeader }), close: async () => undefined };
}

/** SQL is passed on to the process for it; without one, this process runs it. */
function sqlPartsOf(runtime: Runtime): SqlParts {
  const { sqlSocket, clientAddressHeader } = runtime.environment;
  if (sqlSocket === null) {
    const upgrades = new SqlSockets(runtime);
    return { passed: null, upgrades, close: () => upgrades.close() };
  }
  return {
    passed: passRequests({ takes: (pathname) => SQL_PATHS.includes(pathname), socketPath: sqlSocket }),
    upgrades: passUpgrades({ sockets: { [SQL_SOCKET_PATH]: sqlSocket }, clientAddressHeader }),
    close: async () => undefined,
  };
}

/** Roles on demand have Next loaded with the first page; otherwise it is prepared beside the first requests. */
function servePages(runtime: Runtime): (request: IncomingMessage, response: ServerResponse) => void {
  const { host, port, roleStart } = runtime.environment;
  const prepare = async () => {
    const { default: next } = await import("next");
    const app = next({ dev: false, dir: process.cwd(), hostname: host, port });
    await app.prepare();
    return app.getRequestHandler();
  };
  let prepared: ReturnType<typeof prepare> | undefined;
  if (!roleStart.isOnDemand) prepared = prepare();
  prepared?.catch((error) => runtime.log.error({ err: error }, "pages cannot be served"));
  return (request, response) => {
    prepared ??= prepare();
    prepared
      .then((handle) => handle(request, response))
      .catch((error) => {
        runtime.log.error({ err: error }, "a page failed");
        if (!response.headersSent) response.writeHead(503, { "Content-Type": "text/plain", "Retry-After": "5" });
        response.end("The pages can't be served right now. Try again in a moment.\n");
      });
  };
}
