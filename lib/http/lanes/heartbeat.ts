import type { WebSocket } from "ws";
import { lookAgain } from "@/lib/core/patience";

/**
 * Pings a client and drops it when nothing came of it for a whole interval. While the client is kept from sending, as
 * the host takes no more, it can't answer.
 */
export class Heartbeat {
  readonly #socket: WebSocket;
  readonly #timer: NodeJS.Timeout;
  readonly #onPing: () => void;
  #isAlive = true;

  constructor(socket: WebSocket, milliseconds: number, onPing = () => {}) {
    this.#socket = socket;
    this.#onPing = onPing;
    this.#timer = setInterval(() => void this.#beat(), milliseconds);
    socket.on("pong", () => this.sign());
    socket.once("close", () => clearInterval(this.#timer));
  }

  /** The client has sent something, or taken something that was sent. */
  sign(): void {
    this.#isAlive = true;
  }

  async #beat(): Promise<void> {
    if (!this.#isAlive) await lookAgain();
    const isGone = !this.#isAlive && !this.#socket.isPaused;
    this.#isAlive = false;
    if (isGone) {
      this.#socket.terminate();
    } else {
      this.#onPing();
      this.#socket.ping();
    }
  }
}
