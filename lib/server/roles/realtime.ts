import { listenForExchange } from "@/lib/http/realtime/exchange-listener";
import { RealtimeSockets } from "@/lib/http/realtime/realtime-sockets";
import type { Runtime } from "@/lib/runtime";
import type { ReceiveConnections } from "./receive-connections";
import { type SocketRole, startSocketRole } from "./socket-role";
import type { LoadRoutes } from "./web";

/** Requests for sockets are answered by the process that has them. */
const ANSWERED = ["/v1/projects/:projectId/realtime/broadcast", "/v1/projects/:projectId/realtime-stats"];

/**
 * Serves the sockets of apps, and the operator's addresses of every process: behind the web process on one machine, by
 * its Unix socket; on the port where the role is a deployment of its own.
 */
export async function startRealtime(
  runtime: Runtime,
  loadRoutes: LoadRoutes,
  receive?: ReceiveConnections,
): Promise<{ stop(): Promise<void> }> {
  const role: SocketRole = {
    ...{ role: "realtime" as const, answered: ANSWERED, sockets: new RealtimeSockets(runtime) },
    socketPath: runtime.environment.realtimeSocket,
    listenWith: (listener) => listenForExchange(runtime, listener),
  };
  return startSocketRole(runtime, loadRoutes, role, receive);
}
