import { SQLSTATE } from "@/lib/core/sql-state";
import { DECLINED, negotiateProtocolVersion } from "./backend-messages";
import { ProtocolFault } from "./fatal";
import type { FramedClient } from "./framed-client";

/** As in Postgres (MAX_STARTUP_PACKET_LENGTH), which holds for the password too. */
const MAX_BYTES = 10_000;
const REQUESTS = { cancel: 80_877_102, tls: 80_877_103, gssapi: 80_877_104 };
const PASSWORD_MESSAGE = "p".charCodeAt(0);

export type Startup =
  | { kind: "session"; parameters: ReadonlyMap<string, string> }
  | { kind: "cancel"; processId: number; secretKey: number };

/**
 * Reads how a client begins (PostgreSQL 18, 54.2.1 and 54.7). TLS and GSSAPI are declined, since the WebSocket's own TLS
 * is around it. Throws `ProtocolFault`, `ClientGoneError`.
 */
export async function readStartup(client: FramedClient): Promise<Startup> {
  const declined = new Set<number>();
  for (;;) {
    const body = await readBody(client);
    const code = body.readInt32BE();
    if (code === REQUESTS.cancel) return readCancel(body);
    if (code !== REQUESTS.tls && code !== REQUESTS.gssapi) return readSession(client, code, body.subarray(4));
    if (body.length !== 4 || declined.has(code)) throw violation("The client asked for encryption twice.");
    declined.add(code);
    client.write(DECLINED);
  }
}

/** Reads the answer to AuthenticationCleartextPassword. Throws `ProtocolFault`, `ClientGoneError`. */
export async function readPassword(client: FramedClient): Promise<string> {
  const [type] = await client.read(1);
  if (type !== PASSWORD_MESSAGE) throw violation("Expected a password message.");
  const body = await readBody(client);
  if (body.at(-1) !== 0) throw violation("The password message has no end.");
  return body.subarray(0, -1).toString();
}

async function readBody(client: FramedClient): Promise<Buffer> {
  const length = (await client.read(4)).readUInt32BE();
  if (length < 5 || length > MAX_BYTES) throw violation("The length of a message at the start isn't valid.");
  return client.read(length - 4);
}

function readCancel(body: Buffer): Startup {
  if (body.length !== 12) throw violation("The length of the request to cancel isn't valid.");
  return { kind: "cancel", processId: body.readInt32BE(4), secretKey: body.readInt32BE(8) };
}

function readSession(client: FramedClient, version: number, rest: Buffer): Startup {
  const [major, minor] = [version >> 16, version & 0xffff];
  if (major !== 3) {
    const message = `unsupported frontend protocol ${major}.${minor}: server supports 3.0 to 3.0`;
    throw new ProtocolFault(SQLSTATE.featureNotSupported, message);
  }
  const parameters = readParameters(rest);
  const options = [...parameters.keys()].filter((name) => name.startsWith("_pq_."));
  if (minor > 0 || options.length > 0) client.write(negotiateProtocolVersion(options));
  return { kind: "session", parameters };
}

/** Names and values end with a zero byte each, and the list with one more. */
function readParameters(bytes: Buffer): Map<string, string> {
  const texts = bytes.toString().split("\0");
  const [last, beforeLast] = [texts.pop(), texts.pop()];
  if (last !== "" || beforeLast !== "" || texts.length % 2 !== 0) {
    throw violation("The parameters of the startup message have no end.");
  }
  const pairs = texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ""] as const] : []));
  return new Map(pairs);
}

function violation(message: string): ProtocolFault {
  return new ProtocolFault(SQLSTATE.protocolViolation, message);
}
