import { SQL_PATHS } from "@/lib/http/sql/sql-routes";
import { SqlSockets } from "@/lib/http/sql/websocket/sql-sockets";
import type { Runtime } from "@/lib/runtime";
import type { ReceiveConnections } from "./receive-connections";
import { startSocketRole } from "./socket-role";
import type { LoadRoutes } from "./web";

/**
 * Serves SQL over HTTP and the operator's addresses of every process: behind the web process by a socket on one
 * machine, on the port where the role is a deployment of its own.
 */
export async function startSql(
  runtime: Runtime,
  loadRoutes: LoadRoutes,
  receive?: ReceiveConnections,
): Promise<{ stop(): Promise<void> }> {
  const { sqlSocket: socketPath } = runtime.environment;
  const sockets = new SqlSockets(runtime);
  return startSocketRole(runtime, loadRoutes, { role: "sql", answered: SQL_PATHS, sockets, socketPath }, receive);
}
