import { createServer, type Server, type Socket } from "node:net";
import { startPatience } from "@/lib/core/patience";
import type { Place, Quiet } from "../connections/handed";
import { listen, listenAt } from "../connections/listen";
import { type RoleMessage, RoleProcess, type RoleProcessOptions } from "./role-process";

/** Connections that come meanwhile wait for a process that starts, so many and so long at most. */
const MOST_WAITING = 1_000;
const LONGEST_WAIT_MILLISECONDS = 30_000;

type RoleState = "asleep" | "starting" | "running" | "ending";

interface RoleOnDemandOptions extends Omit<RoleProcessOptions, "isNeeded" | "onMessage" | "onEnded"> {
  place: Place;
  /** The process starts with the supervisor, and is started anew whenever it has ended. */
  startsAtOnce?: boolean;
}

interface Waiting {
  endPatience(): void;
  /** The bytes that the door has read, in base64; `null` for a connection that came to the role's own place. */
  head: string | null;
}

/**
 * Listens for a role, starts its process with the first connection, and hands it this one, all others, and those that the
 * door gives away. A process that had none for a while is ended, and one that died is started anew by the next one.
 */
export class RoleOnDemand {
  readonly #place: Place;
  readonly #process: RoleProcess;
  readonly #server: Server;
  /** The connections that no process has. */
  readonly #waiting = new Map<Socket, Waiting>();
  readonly #startsAtOnce: boolean;
  #isHanding = false;
  #state: RoleState = "asleep";
  #handed = 0;

  constructor({ place, startsAtOnce = false, ...options }: RoleOnDemandOptions) {
    [this.#place, this.#startsAtOnce] = [place, startsAtOnce];
    // Nothing is read from a connection before the process has it.
    this.#server = createServer({ pauseOnConnect: true }, (socket) => this.take(socket, null));
    this.#process = new RoleProcess({
      ...options,
      isNeeded: () => this.#isNeeded,
      onMessage: (message) => this.#hear(message),
      onEnded: () => this.#noteEnd(),
    });
  }

  /** Resolves when connections are accepted. */
  async start(): Promise<void> {
    const place = this.#place;
    await ("port" in place ? listen(this.#server, place.port, place.host) : listenAt(this.#server, place.socketPath));
    if (this.#startsAtOnce) this.#launch();
  }

  async stop(patienceMilliseconds: number): Promise<void> {
    this.#server.close();
    for (const socket of this.#waiting.keys()) socket.destroy();
    await this.#process.stop(patienceMilliseconds);
  }

  /** Has the role's process answer a connection of which nothing else reads. */
  take(socket: Socket, head: string | null): void {
    if (this.#state !== "running" && this.#waiting.size >= MOST_WAITING) return void socket.destroy();
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#forget(socket));
    this.#keep(socket, head);
  }

  get #isNeeded(): boolean {
    return this.#startsAtOnce || this.#waiting.size > 0;
  }

  #keep(socket: Socket, head: string | null): void {
    const endPatience = startPatience(LONGEST_WAIT_MILLISECONDS, () => socket.destroy());
    this.#waiting.set(socket, { endPatience, head });
    if (this.#state === "asleep") this.#launch();
    else void this.#handOn();
  }

  #forget(socket: Socket): void {
    this.#waiting.get(socket)?.endPatience();
    this.#waiting.delete(socket);
  }

  #launch(): void {
    this.#state = "starting";
    this.#process.start();
  }

  #hear(message: RoleMessage): void {
    if (message.type === "listening") {
      this.#state = "running";
      this.#handed = 0;
      void this.#handOn();
    } else if (message.type === "quiet" && this.#isRested(message)) {
      // None is on its way to the process, and those that come now wait for the next one.
      this.#state = "ending";
      this.#process.end();
    }
  }

  #isRested({ connections }: Quiet): boolean {
    return this.#state === "running" && !this.#isHanding && connections === this.#handed;
  }

  /** Hands on all that wait, one after the other, until the process has them or has ended. */
  async #handOn(): Promise<void> {
    if (this.#isHanding) return;
    this.#isHanding = true;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const [socket, { head }] = next;
      this.#forget(socket);
      const received = await this.#process.hand(socket, head);
      if (received === null) {
        this.#isHanding = false;
        this.#takeBack(socket, head);
        return;
      }
      this.#handed = received.connections;
      // The process has the connection; this is the supervisor's copy.
      socket.destroy();
    }
    this.#isHanding = false;
  }

  #next(): [Socket, Waiting] | undefined {
    return this.#state === "running" ? this.#waiting.entries().next().value : undefined;
  }

  /** Keeps a connection that the process has ended without, as its exit is about to tell, or has told. */
  #takeBack(socket: Socket, head: string | null): void {
    if (this.#state === "running" && !this.#process.isConnected) this.#state = "ending";
    this.#keep(socket, head);
  }

  #noteEnd(): void {
    this.#state = this.#isNeeded ? "starting" : "asleep";
  }
}
