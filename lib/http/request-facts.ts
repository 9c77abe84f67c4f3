import type { IncomingMessage } from "node:http";
import { isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import type { Random } from "@/lib/core/ports/random";

/** The header tells a page the path and the query that were asked for; proxy.tsx sets it. */
export const PATH_HEADER = "x-requested-path";

/** An IPv6 address has up to 45 characters; the zone of a link-local one, brackets and a port may be around it. */
const MAX_ADDRESS_LENGTH = 64;
/** An IPv4 address with a port, or an IPv6 address in brackets with or without one. */
const WITH_PORT = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/;

const SANE_REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/;

/** Returns the caller's `X-Request-Id` if it is plain text of a sensible length, and a new id otherwise. */
export function requestIdOf(offered: string | null, random: Random): string {
  return offered !== null && SANE_REQUEST_ID.test(offered) ? offered : createId("request", random);
}

/**
 * Returns the address that the ingress proxy states: the last of a list, which the proxy appended to those that the
 * client sent. IPv4 in IPv6 becomes IPv4; the port, which some proxies add, and a zone are left out. Returns `null` for
 * text that is no address, and where no proxy is configured.
 */
export function clientAddressOf(headers: Pick<Headers, "get">, header: string | null): string | null {
  const value = header === null ? null : headers.get(header);
  if (value === null) return null;
  const last = value.slice(value.lastIndexOf(",") + 1).trim();
  if (last.length > MAX_ADDRESS_LENGTH) return null;
  const [, ofIpv4, ofIpv6] = WITH_PORT.exec(last) ?? [];
  const [address = ""] = (ofIpv4 ?? ofIpv6 ?? last).split("%", 1);
  const version = isIP(address);
  if (version === 0) return null;
  // Node takes an IPv4 address in its one form alone.
  if (version === 4) return address;
  return ipaddr.process(address).toString();
}

/**
 * Puts the connection's address where a proxy would put the client's: after the addresses that the client itself sent.
 */
export function stateConnectionAddress({
  headers,
  rawHeaders,
  socket,
}: Pick<IncomingMessage, "headers" | "rawHeaders"> & { socket: Pick<Socket, "remoteAddress"> }): void {
  const address = socket.remoteAddress ?? "";
  headers[CONNECTION_ADDRESS_HEADER] = address;
  rawHeaders.push(CONNECTION_ADDRESS_HEADER, address);
}

export function originDirectRejected(): ServiceError {
  return new ServiceError("origin_direct_rejected", "This request didn't come through the service's reverse proxy.");
}

/** Throws `invalid_request` for any parameter, as silently ignoring a misplaced or secret one would hide a mistake. */
export function requireNoQuery(url: string): void {
  if (!url.includes("?")) return;
  const [name] = new URL(url).searchParams.keys();
  if (name !== undefined) {
    throw new ServiceError("invalid_request", `Unknown query parameter ${JSON.stringify(name.slice(0, 64))}.`, {
      details: [{ path: name.slice(0, 64), message: "unknown query parameter" }],
    });
  }
}
