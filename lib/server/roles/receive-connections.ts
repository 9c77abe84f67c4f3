import type { Server } from "node:http";
import { Socket } from "node:net";
import { adoptConnections } from "@/lib/http/lanes/connections";
import { HANDED, type Place, type Quiet } from "../connections/handed";
import { listen, listenAt } from "../connections/listen";

/** Makes the connections to `place` reach a role's server. Resolves when they do. */
export type ReceiveConnections = (server: Server, place: Place) => Promise<void>;

/** The role listens itself. */
export const listenItself: ReceiveConnections = (server, place) =>
  "port" in place ? listen(server, place.port, place.host) : listenAt(server, place.socketPath);

/** The supervisor listens for the role and hands each connection on; it is told when there were none for a while. */
export function receiveHanded(quietMilliseconds: number): ReceiveConnections {
  return async (server, place) => {
    const quiet = new QuietWatch(quietMilliseconds);
    adoptConnections(server);
    process.on("message", (message: unknown, socket: unknown) => {
      if (message !== HANDED || !(socket instanceof Socket)) return;
      quiet.note(socket);
      // A Unix socket alone has no address: who comes by a port and is gone must not be taken for the service itself.
      if ("port" in place && socket.remoteAddress === undefined) socket.destroy();
      else server.emit("connection", socket);
    });
  };
}

class QuietWatch {
  readonly #milliseconds: number;
  readonly #open = new Set<Socket>();
  #connections = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#wait();
  }

  note(socket: Socket): void {
    clearTimeout(this.#timer);
    this.#connections += 1;
    this.#open.add(socket);
    socket.once("close", () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) this.#wait();
    });
  }

  #wait(): void {
    const quiet: Quiet = { type: "quiet", connections: this.#connections };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => process.send?.(quiet), this.#milliseconds).unref();
  }
}
