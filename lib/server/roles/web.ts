import type { IncomingMessage, ServerResponse } from "node:http";
import next from "next";
import { createId } from "@/lib/core/ids";
import { passToFunctions } from "@/lib/http/functions/pass-to-functions";
import { closeGracefully } from "@/lib/http/lanes/connections";
import { createHttpServer, PATIENCE } from "@/lib/http/lanes/http-server";
import { createListener } from "@/lib/http/lanes/node-listener";
import { type PassedRequests, passRequests } from "@/lib/http/lanes/pass-requests";
import { passUpgrades } from "@/lib/http/lanes/pass-upgrades";
import { joinUpgrades, type Upgrades } from "@/lib/http/lanes/upgrades";
import { REALTIME_PATH, RealtimeSockets } from "@/lib/http/realtime/realtime-sockets";
import { SQL_PATHS } from "@/lib/http/sql/sql-routes";
import { SQL_SOCKET_PATH, SqlSockets } from "@/lib/http/sql/websocket/sql-sockets";
import type { Runtime } from "@/lib/runtime";
import { listen } from "../connections/listen";

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
  await listen(server, environment.port, environment.host);
  process.send?.({ type: "listening", url: environment.url });
  return {
    stop: () =>
      Promise.all([...parts.map((each) => each.close()), closeGracefully(server, GRACE_MS)]).then(() => undefined),
  };
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

/** Next is prepared beside the first requests: the API does not wait for it. */
function servePages(runtime: Runtime): (request: IncomingMessage, response: ServerResponse) => void {
  const { host, port } = runtime.environment;
  const app = next({ dev: false, dir: process.cwd(), hostname: host, port });
  const prepared = app.prepare().then(() => app.getRequestHandler());
  prepared.catch((error) => runtime.log.error({ err: error }, "pages cannot be served"));
  return (request, response) => {
    prepared
      .then((handle) => handle(request, response))
      .catch((error) => {
        runtime.log.error({ err: error }, "a page failed");
        if (!response.headersSent) response.writeHead(503, { "Content-Type": "text/plain", "Retry-After": "5" });
        response.end("The pages can't be served right now. Try again in a moment.\n");
      });
  };
}
