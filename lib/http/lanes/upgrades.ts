import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { clientAddressOf, stateConnectionAddress } from "../request-facts";

/** Takes the connections of requests that ask for another protocol. */
export interface Upgrades {
  /** Any other request for one of these paths is refused with `upgrade_required`. */
  paths: readonly string[];
  /** `head` has the bytes that the client has sent behind the request. A `ServiceError` is answered in the envelope. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
}

/** Returns a function that gives each request to the first part that accepts it. */
export function joinUpgrades(parts: readonly Upgrades[]): Upgrades {
  const partFor = (request: IncomingMessage) => parts.find(({ paths }) => paths.includes(pathOf(request)));
  return {
    paths: parts.flatMap(({ paths }) => paths),
    take: async (request, socket, head) => partFor(request)?.take(request, socket, head),
  };
}

/** Returns whether a request asks for a WebSocket at one of the paths (RFC 6455, 4.1). */
export function asksForWebSocket(request: IncomingMessage, paths: readonly string[]): boolean {
  const { method, headers } = request;
  const isWebSocket = method === "GET" && headers.upgrade?.toLowerCase() === "websocket";
  return isWebSocket && paths.includes(pathOf(request));
}

export function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "";
}

/** Returns the client's address. A Unix socket has none: the process on its other side has stated the client's. */
export function clientAddressOfUpgrade(request: IncomingMessage, header: string | null): string | null {
  const isStatedHere = header === CONNECTION_ADDRESS_HEADER && request.socket.remoteAddress !== undefined;
  if (isStatedHere) stateConnectionAddress(request);
  const { rawHeaders } = request;
  const fields = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  );
  return clientAddressOf(new Headers(fields), header);
}
