import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";

interface Tracked {
  open: Set<Socket>;
  /** The last response of each connection that is HTTP still. */
  latest: WeakMap<Duplex, ServerResponse>;
}

/** Node's own lists leave out connections that have sent nothing yet, that were upgraded, and that were adopted. */
const connections = new WeakMap<Server, Tracked>();
const closing = new WeakSet<Server>();

/** Makes a server one that `closeGracefully` closes. */
export function trackConnections(server: Server): void {
  const { open, latest } = { open: new Set(), latest: new WeakMap() } as Tracked;
  connections.set(server, { open, latest });
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, response);
    // Node keeps a connection for its next request even while the server is closing.
    response.once("finish", () => {
      if (closing.has(server) && latest.get(request.socket) === response) request.socket.destroySoon();
    });
  });
  server.on("upgrade", ({ socket }: IncomingMessage) => void latest.delete(socket));
  // Node takes a connection for idle while the end of its answer is still being sent.
  server.closeIdleConnections = () => undefined;
}

/** Has the server treat connections that are handed to it by `emit("connection")` as those that it accepts itself. */
export function adoptConnections(server: Server): void {
  // Node watches over the times of requests from this event on, which a server that listens nowhere would not have.
  server.emit("listening");
}

/** A turn of the event loop that took less had next to nothing to do. */
const LULL_MS = 0.5;
const LULL_WITHIN_MS = 1_000;
/** A connection on which nothing has arrived by then is closed. */
const UNUSED_MS = 500;

/** Closes idle connections immediately; requests in flight may finish for at most `graceMs`. */
export async function closeGracefully(server: Server, graceMs: number): Promise<void> {
  const { open, latest } = connections.get(server) ?? { open: new Set(), latest: new WeakMap() };
  closing.add(server);
  await untilLull();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of open) if (latest.get(socket)?.writableFinished) socket.destroySoon();
  const cutUnused = setTimeout(() => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  }, UNUSED_MS);
  const cut = setTimeout(() => {
    for (const socket of open) socket.destroy();
  }, graceMs);
  const ends = [...open].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
  await Promise.all([closed, ...ends]);
  clearTimeout(cutUnused);
  clearTimeout(cut);
}

/** The system resets connections that the process has not accepted when it stops listening: in a lull there are none. */
async function untilLull(): Promise<void> {
  const end = performance.now() + LULL_WITHIN_MS;
  await turn();
  for (let now = performance.now(); ; now = performance.now()) {
    await turn();
    const after = performance.now();
    if (after - now < LULL_MS || after > end) return;
  }
}
