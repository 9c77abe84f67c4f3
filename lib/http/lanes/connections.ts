import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Node's own lists leave out connections that have sent nothing yet, that were upgraded, and that were adopted. */
const connections = new WeakMap<Server, Set<Socket>>();
const closing = new WeakSet<Server>();

/** Makes a server one that `closeGracefully` closes. */
export function trackConnections(server: Server): void {
  const open = new Set<Socket>();
  const latest = new WeakMap<Duplex, ServerResponse>();
  connections.set(server, open);
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
}

/** Has the server treat connections that are handed to it by `emit("connection")` as those that it accepts itself. */
export function adoptConnections(server: Server): void {
  // Node watches over the times of requests from this event on, which a server that listens nowhere would not have.
  server.emit("listening");
}

/** Closes idle connections at once; requests in flight may finish for at most `graceMs`. */
export async function closeGracefully(server: Server, graceMs: number): Promise<void> {
  const open = connections.get(server) ?? new Set();
  closing.add(server);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  const cut = setTimeout(() => {
    for (const socket of open) socket.destroy();
  }, graceMs);
  const ends = [...open].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
  await Promise.all([closed, ...ends]);
  clearTimeout(cut);
}
