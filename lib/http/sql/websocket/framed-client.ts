import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { binaryFrame, binaryHeader } from "./binary-frame";

/** The client is gone, so nobody is told. */
export class ClientGoneError extends Error {
  override name = "ClientGoneError";
}

/** Bytes that wait beyond this keep the client from sending. */
const MOST_WAITING = 64 * 1024;
/** Copying fewer bytes behind their header costs less than a write of two parts. */
const MOST_COPIED = 4 * 1024;

interface Wanted {
  length: number;
  resolve(bytes: Buffer): void;
  reject(error: ClientGoneError): void;
}

/**
 * The bytes that a client sends and gets inside the frames of its WebSocket. Frames are read by the library, and
 * written past it: it has no compression here, and writes whole frames at once too (docs/decisions/236).
 */
export class FramedClient {
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #wanted: Wanted | null = null;
  #take: ((bytes: Buffer) => void) | null = null;

  constructor(socket: WebSocket, raw: Duplex, onText: () => void) {
    this.#socket = socket;
    this.#raw = raw;
    socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) this.#receive(data);
      else onText();
    });
    socket.once("close", () => this.#wanted?.reject(new ClientGoneError()));
  }

  /** The bytes that the client has sent and nobody has read. */
  get readableLength(): number {
    return this.#waitingBytes;
  }

  get isWritable(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Returns the next bytes and leaves those behind them. Throws `ClientGoneError`. */
  read(length: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#wanted = { length, resolve, reject };
      if (this.#waitingBytes >= length) this.#serve();
      else if (this.#socket.readyState === this.#socket.CLOSED) reject(new ClientGoneError());
    });
  }

  /** Gives `take` all bytes that wait and that come from now on. */
  pass(take: (bytes: Buffer) => void): void {
    const waiting = this.#waiting;
    [this.#take, this.#waiting, this.#waitingBytes] = [take, [], 0];
    this.resume();
    for (const bytes of waiting) take(bytes);
  }

  /** Sends one frame; returns whether the client may have more immediately. One that is leaving gets nothing. */
  write(bytes: Buffer): boolean {
    if (!this.isWritable) return false;
    if (bytes.length <= MOST_COPIED) return this.#raw.write(binaryFrame(bytes));
    this.#raw.cork();
    this.#raw.write(binaryHeader(bytes.length));
    const isTaken = this.#raw.write(bytes);
    this.#raw.uncork();
    return isTaken;
  }

  /** Calls back each time that the client has taken everything written. */
  onDrain(listener: () => void): void {
    this.#raw.on("drain", listener);
  }

  offDrain(listener: () => void): void {
    this.#raw.off("drain", listener);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    if (this.#socket.isPaused) this.#socket.resume();
  }

  #receive(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#take) this.#take(bytes);
    else this.#keep(bytes);
  }

  #keep(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > MOST_WAITING) this.pause();
    this.#serve();
  }

  #serve(): void {
    if (!this.#wanted || this.#waitingBytes < this.#wanted.length) return;
    const { length, resolve } = this.#wanted;
    const all = Buffer.concat(this.#waiting);
    const rest = all.subarray(length);
    [this.#wanted, this.#waiting, this.#waitingBytes] = [null, [rest], rest.length];
    if (rest.length <= MOST_WAITING) this.resume();
    resolve(all.subarray(0, length));
  }
}
