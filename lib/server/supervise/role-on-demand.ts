import { createServer, type Server, type Socket } from "node:net";
import type { Place, Quiet } from "../connections/handed";
import { listen, listenAt } from "../connections/listen";
import { RoleProcess, type RoleProcessOptions } from "./role-process";

/** Connections that come meanwhile wait for a process that starts, so many and so long at most. */
const MOST_WAITING = 1_000;
const LONGEST_WAIT_MILLISECONDS = 30_000;

type RoleState = "asleep" | "starting" | "running" | "ending";

interface RoleOnDemandOptions extends Omit<RoleProcessOptions, "isNeeded" | "onMessage" | "onEnded"> {
  place: Place;
}

/**
 * Listens for a role, starts its process with the first connection, and hands it this one and all others. A process that
 * had none for a while is ended, and one that died is started anew by the next connection.
 */
export class RoleOnDemand {
  readonly #place: Place;
  readonly #process: RoleProcess;
  readonly #server: Server;
  readonly #waiting = new Map<Socket, NodeJS.Timeout>();
  /** One connection at a time is on its way to the process; the others are here until it has the ones before them. */
  readonly #sending = new Set<Socket>();
  #state: RoleState = "asleep";
  #handed = 0;

  constructor({ place, ...options }: RoleOnDemandOptions) {
    this.#place = place;
    // Nothing is read from a connection before the process has it.
    this.#server = createServer({ pauseOnConnect: true }, (socket) => this.#take(socket));
    this.#process = new RoleProcess({
      ...options,
      isNeeded: () => this.#waiting.size > 0,
      onMessage: (message) => this.#hear(message),
      onEnded: () => this.#noteEnd(),
    });
  }

  /** Resolves when connections are accepted. */
  async start(): Promise<void> {
    const place = this.#place;
    await ("port" in place ? listen(this.#server, place.port, place.host) : listenAt(this.#server, place.socketPath));
  }

  async stop(patienceMilliseconds: number): Promise<void> {
    this.#server.close();
    for (const socket of this.#waiting.keys()) socket.destroy();
    await this.#process.stop(patienceMilliseconds);
  }

  #take(socket: Socket): void {
    if (this.#state === "running") this.#hand(socket);
    else this.#keepWaiting(socket);
  }

  #keepWaiting(socket: Socket): void {
    if (this.#waiting.size >= MOST_WAITING) return void socket.destroy();
    const late = setTimeout(() => socket.destroy(), LONGEST_WAIT_MILLISECONDS);
    this.#waiting.set(socket, late);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#forget(socket));
    if (this.#state === "asleep") this.#launch();
  }

  #forget(socket: Socket): void {
    clearTimeout(this.#waiting.get(socket));
    this.#waiting.delete(socket);
  }

  #launch(): void {
    this.#state = "starting";
    this.#process.start();
  }

  #hear(message: { type: "listening" } | Quiet): void {
    if (message.type === "listening") {
      this.#state = "running";
      this.#handed = 0;
      for (const socket of [...this.#waiting.keys()]) {
        this.#forget(socket);
        this.#hand(socket);
      }
    } else if (message.type === "quiet" && this.#state === "running" && message.connections === this.#handed) {
      // None is on its way to the process, and those that come now wait for the next one.
      this.#state = "ending";
      this.#process.end();
    }
  }

  #hand(socket: Socket): void {
    this.#handed += 1;
    this.#sending.add(socket);
    this.#process.hand(socket, (error) => {
      if (this.#sending.delete(socket) && error) this.#takeBack(socket);
    });
  }

  /** One that went with the process has no handle any more. */
  #takeBack(socket: Socket): void {
    if (socket.pending) socket.destroy();
    else this.#keepWaiting(socket);
  }

  #noteEnd(): void {
    this.#state = "ending";
    for (const socket of this.#sending) this.#takeBack(socket);
    this.#sending.clear();
    this.#state = this.#waiting.size > 0 ? "starting" : "asleep";
  }
}
