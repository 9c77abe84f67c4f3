import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";

/** A connection that holds less than this never ends because of others. */
const FAIR_BYTES = 1024 ** 2;

type Reader = Pick<Duplex, "readableLength">;

/** The bytes that clients of this process have sent and their hosts have not taken yet. */
export class HeldBytes {
  readonly #limit: number;
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Counts the bytes that a connection holds until it is closed; `onTooMuch` is called when the process can't hold
   * more.
   */
  watch(raw: Duplex, socket: WebSocket, client: Reader, onTooMuch: () => void): ConnectionBytes {
    const counted = new ConnectionBytes(client, (change, held) => {
      this.#total += change;
      if (change > 0 && this.#total > this.#limit && held > FAIR_BYTES) onTooMuch();
    });
    // The library is told of a chunk afterwards, and makes messages of it.
    raw.prependListener("data", (chunk: Buffer) => counted.addPart(chunk.length));
    socket.on("message", () => counted.endMessage());
    socket.once("close", () => counted.end());
    return counted;
  }
}

/** The bytes that one connection holds: the incomplete part of a frame, and those on their way to the host. */
export class ConnectionBytes {
  readonly #client: Reader;
  readonly #onChange: (change: number, held: number) => void;
  #host: Duplex | null = null;
  #part = 0;
  #held = 0;

  constructor(client: Reader, onChange: (change: number, held: number) => void) {
    this.#client = client;
    this.#onChange = onChange;
  }

  follow(host: Duplex): void {
    this.#host = host;
    host.on("drain", () => this.#measure());
  }

  addPart(bytes: number): void {
    this.#part += bytes;
    this.#measure();
  }

  /** Is to be called when the message is on its way to the host. */
  endMessage(): void {
    this.#part = 0;
    this.#measure();
  }

  end(): void {
    this.#host = null;
    this.#set(0);
  }

  #measure(): void {
    this.#set(this.#part + this.#client.readableLength + (this.#host?.writableLength ?? 0));
  }

  #set(held: number): void {
    const change = held - this.#held;
    if (change === 0) return;
    this.#held = held;
    this.#onChange(change, held);
  }
}
