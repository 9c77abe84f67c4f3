import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { pipeline } from "node:stream";
import { createWebSocketStream, WebSocket } from "ws";
import type { CleanUp } from "../clean-up";

/** Carries each connection to a port of this machine through a WebSocket of its own, and returns the port. */
export async function openRelay(cleanUp: CleanUp, webSocketUrl: string): Promise<number> {
  const server = createServer((client) => {
    pipeline(client, createWebSocketStream(new WebSocket(webSocketUrl)), client, () => client.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  cleanUp.add(() => server.close());
  return (server.address() as AddressInfo).port;
}
