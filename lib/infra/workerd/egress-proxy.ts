import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { connect } from "node:net";
import { type Duplex, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { startPatience } from "@/lib/core/patience";
import { answerWith } from "../outgoing-http/checked-http";
import { type EgressGate, EgressRefusal } from "./egress-gate";
import { REFUSED_HEADER } from "./report-module";

const ANSWER_MILLISECONDS = 10_000;
const IDLE_MILLISECONDS = 60_000;
const MAX_BYTES = 25 * 1_048_576;
const MAX_HEADER_BYTES = 32_768;
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host)$/;

/** Passes one request on to a checked address. Redirects are the runtime's to follow, by a request of their own. */
export async function passRequest(gate: EgressGate, request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.on("error", () => response.destroy());
  try {
    const url = URL.parse(request.url ?? "");
    if (!url || !/^https?:$/.test(url.protocol)) throw new EgressRefusal("Functions reach http and https addresses.");
    const addresses = await gate.addressesOfUrl(url);
    const answer = await send(gate, url, addresses, request, response);
    response.writeHead(answer.statusCode ?? 502, headersOf(answer));
    await pipeline(answer, atMost(MAX_BYTES), response);
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    const [status, message] =
      error instanceof EgressRefusal
        ? [403, error.message]
        : [502, "The host can't be reached, or its certificate isn't valid."];
    response.writeHead(status, { "content-type": "text/plain", [REFUSED_HEADER]: "refused", connection: "close" });
    response.end(`${message}\n`);
  }
}

async function send(
  gate: EgressGate,
  url: URL,
  addresses: string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const sent = (url.protocol === "https:" ? https : http).request(url, {
    method: request.method,
    headers: { ...headersOf(request), host: url.host, ...gate.rules.depthHeader(url, gate.depth + 1) },
    lookup: answerWith(addresses),
    agent: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    signal: gone.signal,
    ...(url.protocol === "https:" && { rejectUnauthorized: true, ca: gate.rules.authorities }),
  });
  const late = () => sent.destroy(new Error("the answer takes too long"));
  const endPatience = startPatience(ANSWER_MILLISECONDS, late);
  sent.setTimeout(IDLE_MILLISECONDS, () => sent.destroy(new Error("nothing was sent for too long")));
  sent.once("response", resolve).on("error", reject);
  pipeline(request, atMost(MAX_BYTES), sent).catch(reject);
  return promise.finally(endPatience);
}

/** Opens a connection to a checked address, for protocols other than HTTP. */
export async function passConnect(gate: EgressGate, request: IncomingMessage, socket: Duplex): Promise<void> {
  socket.on("error", () => socket.destroy());
  try {
    const url = URL.parse(`http://${request.url}`);
    const port = /:(\d+)$/.exec(request.url ?? "")?.[1];
    if (!url || !port) throw new EgressRefusal("An address has a host and a port.");
    const [host = ""] = await gate.addressesOf(url.hostname, port);
    const outside = connect({ host, port: Number(port), timeout: IDLE_MILLISECONDS });
    outside.on("timeout", () => outside.destroy());
    outside.on("error", () => socket.destroy());
    socket.on("close", () => outside.destroy());
    outside.once("connect", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      pipeline(socket, atMost(MAX_BYTES), outside, atMost(MAX_BYTES), socket).catch(() => socket.destroy());
    });
  } catch {
    refuseConnect(socket);
  }
}

export function refuseConnect(socket: Duplex): void {
  socket.on("error", () => socket.destroy()).end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
}

function atMost(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes <= maxBytes) done(null, chunk);
      else done(new Error("too many bytes"));
    },
  });
}

/** Headers that mean something to this service are its own to send. */
function headersOf({ headersDistinct }: IncomingMessage): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(headersDistinct).flatMap(([name, values]) =>
      values && !HOP_BY_HOP.test(name) && !name.startsWith("x-coppice-") ? [[name, values]] : [],
    ),
  );
}
