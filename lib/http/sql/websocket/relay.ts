import type { Duplex } from "node:stream";
import { lookAgain } from "@/lib/core/patience";
import type { Heartbeat } from "../../lanes/heartbeat";
import { MessageTracker } from "./message-tracker";

/**
 * The host's connection ended after the client's Terminate (`left`), after an error (`ended`) or without a word
 * (`lost`); nothing was to be done for too long (`idle`); or the relay was stopped.
 */
export type RelayEnding = "left" | "ended" | "lost" | "idle" | "stopped";

interface Sides {
  client: Duplex;
  host: Duplex;
  idleMs: number;
  heartbeat: Heartbeat;
}

const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

/** Carries bytes between a client and its session at the host, each side no faster than the other takes them. */
export class Relay {
  readonly over: Promise<RelayEnding>;
  readonly #sides: Sides;
  readonly #tracker = new MessageTracker();
  readonly #idle: NodeJS.Timeout;
  #finish: (ending: RelayEnding) => void = () => {};
  #isAsked = false;
  #isOver = false;
  /** The number of chunks that came, from either side. */
  #chunks = 0;
  /** The last bytes that the client has sent. */
  #tail: Buffer = Buffer.alloc(0);

  constructor(sides: Sides) {
    this.#sides = sides;
    this.#idle = setTimeout(() => void this.#endWhenIdle(), sides.idleMs);
    this.over = new Promise((resolve) => {
      this.#finish = resolve;
    });
    const { client, host } = sides;
    client.on("data", this.#noteSent);
    host.on("data", this.#noteReceived);
    host.once("close", () => this.#finish(this.#endingOfHost()));
    client.pipe(host, { end: false });
    host.pipe(client, { end: false });
  }

  /** The server's messages so far are complete, so that another one can follow. */
  get isBetweenMessages(): boolean {
    return this.#tracker.isBetweenMessages;
  }

  stop(): void {
    const { client, host } = this.#sides;
    this.#endWait();
    client.unpipe(host).off("data", this.#noteSent);
    host.unpipe(client).off("data", this.#noteReceived);
    this.#finish("stopped");
  }

  readonly #noteSent = (chunk: Buffer) => {
    this.#isAsked = true;
    const { length } = TERMINATE;
    this.#tail = chunk.length < length ? Buffer.concat([this.#tail, chunk]).subarray(-length) : chunk.subarray(-length);
    this.#noteTraffic();
  };

  readonly #noteReceived = (chunk: Buffer) => {
    this.#tracker.read(chunk);
    if (this.#tracker.isReady) this.#isAsked = false;
    this.#noteTraffic();
  };

  #noteTraffic(): void {
    this.#chunks += 1;
    this.#idle.refresh();
    this.#sides.heartbeat.sign();
  }

  #endWait(): void {
    this.#isOver = true;
    clearTimeout(this.#idle);
  }

  async #endWhenIdle(): Promise<void> {
    const before = this.#chunks;
    await lookAgain();
    if (this.#isOver) return;
    if (this.#isAsked || this.#chunks !== before) this.#idle.refresh();
    else this.#finish("idle");
  }

  #endingOfHost(): RelayEnding {
    this.#endWait();
    if (this.#tail.equals(TERMINATE)) return "left";
    return this.#tracker.endsWithError ? "ended" : "lost";
  }
}
