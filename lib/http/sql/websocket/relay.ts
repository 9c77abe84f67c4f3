import type { Duplex } from "node:stream";
import { lookAgain } from "@/lib/core/patience";
import type { Heartbeat } from "../../lanes/heartbeat";
import type { FramedClient } from "./framed-client";
import { MessageTracker } from "./message-tracker";

/**
 * The host's connection ended after the client's Terminate (`left`), after an error (`ended`) or without a word
 * (`lost`); nothing was to be done for too long (`idle`); or the relay was stopped.
 */
export type RelayEnding = "left" | "ended" | "lost" | "idle" | "stopped";

interface Sides {
  client: FramedClient;
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
  /** The last bytes that the client has sent, as many as the message Terminate has; a copy keeps no frame in memory. */
  readonly #tail = Buffer.alloc(TERMINATE.length);

  constructor(sides: Sides) {
    this.#sides = sides;
    this.#idle = setTimeout(() => void this.#endWhenIdle(), sides.idleMs);
    this.over = new Promise((resolve) => {
      this.#finish = resolve;
    });
    const { client, host } = sides;
    host.on("data", this.#passToClient);
    host.on("drain", this.#resumeClient);
    host.once("close", () => this.#finish(this.#endingOfHost()));
    client.onDrain(this.#resumeHost);
    client.pass(this.#passToHost);
    host.resume();
  }

  /** The server's messages so far are complete, so that another one can follow. */
  get isBetweenMessages(): boolean {
    return this.#tracker.isBetweenMessages;
  }

  stop(): void {
    const { client, host } = this.#sides;
    this.#endWait();
    client.offDrain(this.#resumeHost);
    host.off("data", this.#passToClient).off("drain", this.#resumeClient);
    client.pass(() => {});
    this.#finish("stopped");
  }

  readonly #passToHost = (chunk: Buffer) => {
    const { client, host } = this.#sides;
    this.#isAsked = true;
    this.#keepTail(chunk);
    this.#noteTraffic();
    if (!host.write(chunk)) client.pause();
  };

  readonly #passToClient = (chunk: Buffer) => {
    const { client, host } = this.#sides;
    this.#tracker.read(chunk);
    if (this.#tracker.isReady) this.#isAsked = false;
    this.#noteTraffic();
    if (!client.write(chunk)) host.pause();
  };

  readonly #resumeClient = () => this.#sides.client.resume();
  readonly #resumeHost = () => void this.#sides.host.resume();

  #keepTail(chunk: Buffer): void {
    const kept = TERMINATE.length - chunk.length;
    if (kept > 0) this.#tail.copyWithin(0, chunk.length);
    chunk.copy(this.#tail, Math.max(kept, 0), Math.max(-kept, 0));
  }

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
