import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { neonConfig } from "@neondatabase/serverless";
import pino from "pino";
import { WebSocket } from "ws";
import type { Context } from "@/lib/core/context";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import type { HostedSession } from "@/lib/core/ports/database-host";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { createHttpServer } from "@/lib/http/lanes/http-server";
import { SqlSockets } from "@/lib/http/sql/websocket/sql-sockets";
import type { SqlSocketTimes } from "@/lib/http/sql/websocket/times";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { random, testKey } from "./context";
import { createReadyDatabase, type HostingService } from "./databases";

export interface SqlSocketServer {
  /** Host and port. */
  address: string;
  url: string;
  sockets: SqlSockets;
  runtime: Runtime;
  /** The log, one JSON line each. */
  logged: string[];
  close(): Promise<void>;
}

interface Options {
  times?: Partial<SqlSocketTimes>;
  variables?: Record<string, string>;
  /** A path of a Unix socket in place of a port. */
  path?: string;
}

/** The server of WebSockets for SQL in this process, on the databases of a hosting service. */
export async function startSqlSockets(service: HostingService, options: Options = {}): Promise<SqlSocketServer> {
  const environment = readEnvironment({
    DATABASE_URL: service.controlUrl,
    COPPICE_SECRET_KEYS: `${testKey.id}:${Buffer.from(testKey.secret).toString("base64")}`,
    COPPICE_URL: "http://coppice.example",
    LOG_LEVEL: "silent",
    ...options.variables,
  });
  const logged: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
  const made = createRuntime(environment);
  const runtime: Runtime = { ...made, log, context: (from) => ({ ...made.context(from), log }) };
  const sockets = new SqlSockets(runtime, options.times);
  const newRequestId = () => createId("request", random);
  const server = createHttpServer(
    (_request, response) => response.writeHead(404).end(),
    newRequestId,
    environment.url,
    {},
    sockets,
  );
  await once(options.path === undefined ? server.listen(0, "127.0.0.1") : server.listen(options.path), "listening");
  const address = options.path ?? `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    await sockets.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await runtime.close();
  };
  return { address, url: `ws://${address}/v2`, sockets, runtime, logged, close };
}

/** Lets Neon's driver, which is not changed, find the server as its users would. */
export function pointDriverAt({ address }: Pick<SqlSocketServer, "address">): void {
  neonConfig.webSocketConstructor = WebSocket;
  neonConfig.useSecureWebSocket = false;
  neonConfig.wsProxy = () => `${address}/v2`;
}

export interface HostedDatabase {
  id: string;
  owner: Context;
  connectionString: string;
  password: string;
}

/** A database that is `ready`, of an organisation of its own unless told otherwise. */
export async function hostedDatabase(service: HostingService, of?: HostedDatabase): Promise<HostedDatabase> {
  const owner = of?.owner ?? (await service.context((await service.organisation()).member.owner));
  const id = await createReadyDatabase(service, owner.actor);
  const { connectionString } = await revealConnectionString(owner, { databaseId: id });
  return { id, owner, connectionString, password: decodeURIComponent(new URL(connectionString).password) };
}

/** The sessions of the database's own role, as the host has them. */
export async function sessionsAt(service: HostingService, { id, owner }: HostedDatabase): Promise<HostedSession[]> {
  const host = await owner.hosts.get(service.hostId);
  return (await host.listSessions(id, 100)).filter(({ role }) => role === id);
}
