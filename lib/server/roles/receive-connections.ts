import type { Server } from "node:http";
import { Socket } from "node:net";
import { adoptConnections } from "@/lib/http/lanes/connections";
import type { Handed, Place, Quiet, Received } from "../connections/handed";
import { listen, listenAt } from "../connections/listen";

/** Makes the connections to `place` reach a role's server, and those of the door `atDoor`. Resolves when they do. */
export type ReceiveConnections = (server: Server, place: Place, atDoor?: Server) => Promise<void>;

/** The role listens itself. */
export const listenItself: ReceiveConnections = (server, place) =>
  "port" in place ? listen(server, place.port, place.host) : listenAt(server, place.socketPath);

/** The supervisor listens for the role and hands each connection on; it is told when there were none for a while. */
export function receiveHanded(quietMilliseconds: number | null): ReceiveConnections {
  return async (server, place, atDoor = server) => {
    const quiet = new QuietWatch(quietMilliseconds);
    for (const each of new Set([server, atDoor])) adoptConnections(each);
    process.on("message", (message: Partial<Handed>, socket: unknown) => {
      if (message.type !== "connection") return;
      // Before anything is read of it: a connection that has no receipt can go to another process.
      const received: Received = { type: "received", connections: quiet.count() };
      process.send?.(received);
      // One that its client has left meanwhile comes without a socket.
      if (!(socket instanceof Socket)) return;
      quiet.note(socket);
      const isFromOutside = "port" in place || typeof message.head === "string";
      // A Unix socket alone has no address: who comes by a port and is gone must not be taken for the service itself.
      if (isFromOutside && socket.remoteAddress === undefined) return void socket.destroy();
      if (typeof message.head !== "string") return void server.emit("connection", socket);
      atDoor.emit("connection", socket);
      socket.unshift(Buffer.from(message.head, "base64"));
    });
  };
}

class QuietWatch {
  readonly #milliseconds: number | null;
  readonly #open = new Set<Socket>();
  #connections = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number | null) {
    this.#milliseconds = milliseconds;
    this.#wait();
  }

  count(): number {
    this.#connections += 1;
    if (this.#open.size === 0) this.#wait();
    return this.#connections;
  }

  note(socket: Socket): void {
    clearTimeout(this.#timer);
    this.#open.add(socket);
    socket.once("close", () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) this.#wait();
    });
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#milliseconds === null) return;
    const quiet: Quiet = { type: "quiet", connections: this.#connections };
    this.#timer = setTimeout(() => process.send?.(quiet), this.#milliseconds).unref();
  }
}
