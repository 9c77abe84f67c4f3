import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ServiceError } from "@/lib/core/errors";
import { lookAgain, startPatience } from "@/lib/core/patience";
import { errorResponse } from "../error-response";
import { toServiceError } from "../to-service-error";
import { trackConnections } from "./connections";
import { closeLingering, endLingering } from "./lingering-close";
import { sendAnswer } from "./send-answer";
import { asksForWebSocket, pathOf, type Upgrades } from "./upgrades";

/** All values are milliseconds. */
export const PATIENCE = {
  /** Both times run from the first byte: until the header is complete, and until the body is. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** The body of an upload, which a database takes as fast as it can. */
  uploadTimeout: 900_000,
  /** A load balancer (60 s is customary) must give up an idle connection before the service does. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/** The addresses that files are posted to. */
const UPLOAD = /^\/dashboard\/[^/]+\/(?:databases\/[^/]+\/tables\/import|projects\/[^/]+\/users\/imports)(?:\?|$)/;

/**
 * Refuses malformed and slow requests in the envelope and closes their connection. Only WebSockets
 * are taken at the paths of `upgrades`.
 */
export function createHttpServer(
  listener: RequestListener,
  newRequestId: () => string,
  baseUrl: string,
  patience: Partial<typeof PATIENCE> = PATIENCE,
  upgrades?: Upgrades,
): Server {
  // The listener itself refuses a request without a Host header, in the envelope.
  const { uploadTimeout, ...times } = { ...PATIENCE, ...patience };
  // Node has one time for all requests, so the shorter one is kept below.
  const options = { ...times, requestTimeout: uploadTimeout, maxHeaderSize: 16 * 1024, requireHostHeader: false };
  // Next listens for upgrades, answers none, and would leave their connections open without any of the limits above.
  const paths = upgrades?.paths ?? [];
  const shouldUpgradeCallback = (request: IncomingMessage) => asksForWebSocket(request, paths);
  const server = createServer({ ...options, shouldUpgradeCallback }, (request, response) => {
    if (paths.includes(pathOf(request))) {
      void sendAnswer(request, response, errorResponse(upgradeRequired(), newRequestId(), baseUrl));
    } else listener(request, response);
  });
  const latest = new WeakMap<Duplex, ServerResponse>();
  const upgraded = new WeakSet<Duplex>();
  trackConnections(server);
  closeLingering(server);
  server.on("request", (request, response) => {
    latest.set(request.socket, response);
    if (hasBody(request)) {
      const begin = () => endWhenSlow(server, request, times.requestTimeout);
      // Bytes that follow an answered upload are read by no one.
      if (UPLOAD.test(request.url ?? "")) response.once("finish", begin);
      else begin();
    }
  });
  server.on("clientError", async (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && (await hasArrived(socket, latest, upgraded))) return;
    if (error.code === "ECONNRESET" || !socket.writable || isAnswered(latest.get(socket))) return void socket.destroy();
    void refuseConnection(socket, toRefusal(error), newRequestId(), baseUrl);
  });
  server.on("timeout", (socket: Socket) => void endUnlessMoving(socket));
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgraded.add(socket);
    socket.on("error", () => socket.destroy());
    upgrades?.take(request, socket, head).catch((error: unknown) => {
      if (socket.writable) void refuseConnection(socket, toServiceError(error), newRequestId(), baseUrl);
    });
  });
  server.on("connect", (_request, socket: Duplex) => {
    const refusal = new ServiceError("method_not_allowed", "This server isn't a proxy.", {
      headers: { Allow: "GET, HEAD" },
    });
    void refuseConnection(socket, refusal, newRequestId(), baseUrl);
  });
  return server;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Treats a request whose body is not complete in time as Node does after its own time. */
function endWhenSlow(server: Server, request: IncomingMessage, milliseconds: number): void {
  const end = startPatience(milliseconds, () => {
    const error = Object.assign(new Error("the body took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    if (!request.complete) server.emit("clientError", error, request.socket);
  });
  for (const event of ["end", "close"]) request.once(event, end);
}

/** Resolves to whether the request that Node gave up had arrived, and this process was too busy to read it in time. */
async function hasArrived(
  socket: Duplex,
  latest: WeakMap<Duplex, ServerResponse>,
  upgraded: WeakSet<Duplex>,
): Promise<boolean> {
  const before = latest.get(socket);
  const wasComplete = before?.req.complete;
  await lookAgain();
  const response = latest.get(socket);
  return response !== before || response?.req.complete !== wasComplete || upgraded.has(socket);
}

/** Ends an idle connection, unless this process was too busy to read from it. */
async function endUnlessMoving(socket: Socket): Promise<void> {
  const moved = () => socket.bytesRead + socket.bytesWritten;
  const before = moved();
  await lookAgain();
  if (moved() === before) socket.destroy();
}

/** Prevents a second answer to one request, which the client would take for that of its next request. */
function isAnswered(response: ServerResponse | undefined): boolean {
  return response?.headersSent === true && !response.req.complete;
}

/** Proxies forward no WebSocket unless they are told to, and the plain request arrives in its place. */
function upgradeRequired(): ServiceError {
  const message = "This path takes WebSockets only. If the client asked for one, a proxy didn't pass it on.";
  // Node keeps the connection even where a client asks for an upgrade and for its end.
  const headers = { Upgrade: "websocket", Connection: "Upgrade, close" };
  return new ServiceError("upgrade_required", message, { headers });
}

function toRefusal(error: NodeJS.ErrnoException): ServiceError {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new ServiceError("request_timeout", "The request was sent too slowly.");
  }
  return new ServiceError("invalid_request", "The request isn't valid HTTP.");
}

async function refuseConnection(socket: Duplex, error: ServiceError, requestId: string, baseUrl: string) {
  const answer = errorResponse(error, requestId, baseUrl);
  const body = await answer.text();
  answer.headers.set("Connection", "close");
  answer.headers.set("Content-Length", String(Buffer.byteLength(body)));
  const fields = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  endLingering(socket, `HTTP/1.1 ${answer.status} Refused\r\n${fields}\r\n${body}`);
}
