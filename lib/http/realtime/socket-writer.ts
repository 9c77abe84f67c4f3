import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { encodeFrame } from "@/lib/services/realtime/sockets/encode-frame";
import { writeTogether } from "./write-together";

/** Beyond this, messages wait in the service, where all sockets share them. */
const FULL_BYTES = 256 * 1024;
const TOO_MANY_BYTES = 1024 ** 2;
const LOOK_MS = 250;

interface Reactions {
  /** There is room again. */
  onRoom(): void;
  onTooSlow(): void;
}

/** Writes frames to one client, and watches how fast it reads them. */
export class SocketWriter {
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #slowMs: number;
  readonly #reactions: Reactions;
  #watch: NodeJS.Timeout | null = null;
  #fullSince = 0;

  constructor(socket: WebSocket, raw: Duplex, slowMs: number, reactions: Reactions) {
    this.#socket = socket;
    this.#raw = raw;
    this.#slowMs = slowMs;
    this.#reactions = reactions;
    raw.on("drain", () => this.#look());
    socket.once("close", () => this.#stopWatching());
  }

  get isFull(): boolean {
    return this.#raw.writableLength > FULL_BYTES;
  }

  /** The frame goes past the library, which writes whole frames at once too and compresses none. */
  write(frame: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const unread = this.#raw.writableLength;
    writeTogether(this.#raw, frame);
    if (!this.isFull) return;
    // Bytes that are written immediately say nothing about the client, however many they are.
    if (unread > TOO_MANY_BYTES) this.#reactions.onTooSlow();
    else this.#beginWatching();
  }

  send(frame: object): void {
    this.write(encodeFrame(JSON.stringify(frame)));
  }

  #beginWatching(): void {
    if (this.#watch) return;
    this.#fullSince = performance.now();
    this.#watch = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  #look(): void {
    if (!this.#watch) return;
    if (!this.isFull) {
      this.#stopWatching();
      this.#reactions.onRoom();
    } else if (performance.now() - this.#fullSince > this.#slowMs) {
      this.#reactions.onTooSlow();
    }
  }

  #stopWatching(): void {
    if (this.#watch) clearInterval(this.#watch);
    this.#watch = null;
  }
}
