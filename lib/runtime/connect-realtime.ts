import type { Logger } from "pino";
import type { SecretSealer } from "@/lib/core/crypto/seal";
import type { Environment } from "@/lib/core/env";
import { sharedSockets, socketsOfOneProcess } from "@/lib/infra/realtime/shared-sockets";
import { SocketExchange } from "@/lib/infra/realtime/socket-exchange";
import { systemRandom } from "@/lib/infra/system";
import { ConnectionRegistry } from "@/lib/services/realtime/sockets/connection-registry";

/** The process with the sockets reaches them itself; the others ask it. */
export function connectRealtime({ realtimeSocket, redisUrl, roles }: Environment, sealer: SecretSealer, log: Logger) {
  const isElsewhere = realtimeSocket !== null && !roles?.includes("realtime");
  const hasSockets = !isElsewhere && (roles === null || roles.some((role) => role === "web" || role === "realtime"));
  // With Redis, there may be other processes that have some.
  const shared = hasSockets && redisUrl !== null ? sharedSockets(redisUrl, log) : socketsOfOneProcess(systemRandom);
  const sockets = new ConnectionRegistry({ sealer, random: systemRandom, ...shared });
  return { sockets, realtime: isElsewhere ? new SocketExchange(realtimeSocket) : sockets };
}
