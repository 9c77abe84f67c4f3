import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** Takes the connections of requests that ask for another protocol. */
export interface Upgrades {
  /** Any other request is answered as if it had not asked. */
  accepts(request: IncomingMessage): boolean;
  /** `head` is what the client has sent behind the request. A `ServiceError` is answered in the envelope. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
}

/** Returns whether a request asks for a WebSocket at one of the paths (RFC 6455, 4.1). */
export function asksForWebSocket({ method, url = "", headers }: IncomingMessage, paths: readonly string[]): boolean {
  const isWebSocket = method === "GET" && headers.upgrade?.toLowerCase() === "websocket";
  return isWebSocket && paths.includes(url.split("?", 1)[0] ?? "");
}
