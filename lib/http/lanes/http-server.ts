import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ServiceError } from "@/lib/core/errors";
import { errorResponse } from "../error-response";

/** In milliseconds. */
export const PATIENCE = {
  /** From the first byte until the header is complete, and until the body is. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** Longer than a load balancer keeps an idle connection, so that it is the one to close it (60 s is customary). */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/** Creates a server that refuses malformed and slow requests in the envelope and closes their connection. */
export function createHttpServer(
  listener: RequestListener,
  newRequestId: () => string,
  baseUrl: string,
  patience = PATIENCE,
): Server {
  // The listener refuses a request without a Host header in the envelope.
  const server = createServer({ ...patience, maxHeaderSize: 16 * 1024, requireHostHeader: false }, listener);
  const latest = new WeakMap<Duplex, ServerResponse>();
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request, response) => {
    latest.set(request.socket, response);
    // Node keeps a connection for its next request, also while the server is closing.
    response.once("finish", () => {
      if (!server.listening && latest.get(request.socket) === response) request.socket.destroySoon();
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable || isAnswered(latest.get(socket))) return socket.destroy();
    void refuseConnection(socket, toRefusal(error), newRequestId(), baseUrl);
  });
  server.on("connect", (_request, socket: Duplex) => {
    const refusal = new ServiceError("method_not_allowed", "This is not a proxy.", { headers: { Allow: "GET, HEAD" } });
    void refuseConnection(socket, refusal, newRequestId(), baseUrl);
  });
  return server;
}

/** The open connections of each server. Node's own list of idle ones leaves out those that have sent nothing yet. */
const connections = new WeakMap<Server, Set<Socket>>();

/**
 * Returns whether the request was already answered when its body turned out faulty: a second answer would be taken for
 * that of the next request.
 */
function isAnswered(response: ServerResponse | undefined): boolean {
  return response?.headersSent === true && !response.req.complete;
}

function toRefusal(error: NodeJS.ErrnoException): ServiceError {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new ServiceError("request_timeout", "The request was sent too slowly.");
  }
  return new ServiceError("invalid_request", "The request is not well-formed HTTP.");
}

async function refuseConnection(socket: Duplex, error: ServiceError, requestId: string, baseUrl: string) {
  const answer = errorResponse(error, requestId, baseUrl);
  const body = await answer.text();
  answer.headers.set("Connection", "close");
  answer.headers.set("Content-Length", String(Buffer.byteLength(body)));
  const fields = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${answer.status} Refused\r\n${fields}\r\n${body}`);
}

/**
 * Stops accepting and ends idle connections at once. Requests in flight may finish for at most `graceMs`; what is left
 * then is cut.
 */
export async function closeGracefully(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
}
