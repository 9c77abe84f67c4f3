import { encodeFrame } from "./encode-frame";
import type { FrameSink } from "./frame-sink";
import { type KeptMessage, MAX_KEPT, type MessageRing } from "./message-ring";
import type { Presence } from "./presence";

/** Why messages are missing: nobody kept them so long, there were too many, or they could not be read. */
type GapReason = "expired" | "overflow" | "access";

export interface TopicListener extends FrameSink {
  /** The number of the last message that was handed over, or left out. */
  position: number;
}

interface OutgoingMessage {
  event: string;
  payload: unknown;
  from: { userId?: string };
}

/** A topic of a project, in this process: who listens, and what was said lately. */
export class Topic {
  /** Tells positions of this object from those of another one that had the name before. */
  readonly epoch: string;
  readonly presence: Presence;
  readonly #ring: MessageRing;
  readonly #cursorOf: (number: number) => string;
  /** Clients of an app mostly choose equal ids, so one frame serves many sockets. */
  readonly #listeners = new Map<string, Set<TopicListener>>();

  constructor(parts: { epoch: string; ring: MessageRing; presence: Presence; cursorOf(number: number): string }) {
    this.epoch = parts.epoch;
    this.presence = parts.presence;
    this.#ring = parts.ring;
    this.#cursorOf = parts.cursorOf;
  }

  get isIdle(): boolean {
    return this.#listeners.size === 0;
  }

  get last(): number {
    return this.#ring.last;
  }

  hasAllAfter(number: number): boolean {
    return this.#ring.hasAllAfter(number);
  }

  add(listener: TopicListener): void {
    const group = this.#listeners.get(listener.subscriptionId) ?? new Set();
    this.#listeners.set(listener.subscriptionId, group.add(listener));
  }

  delete(listener: TopicListener): void {
    const group = this.#listeners.get(listener.subscriptionId);
    group?.delete(listener);
    if (group?.size === 0) this.#listeners.delete(listener.subscriptionId);
  }

  /** Sends a message to everyone who listens, with one frame for all that can share it. Returns to how many. */
  publish({ event, payload, from }: OutgoingMessage): number {
    const number = this.#ring.last + 1;
    const rest = JSON.stringify({ cursor: this.#cursorOf(number), event, payload, from }).slice(1);
    this.#ring.add({ number, rest });
    let count = 0;
    for (const [subscriptionId, group] of this.#listeners) {
      let frame: Buffer | undefined;
      for (const listener of group) {
        if (listener.isFull || listener.position !== number - 1) continue;
        frame ??= encodeMessage(subscriptionId, rest);
        listener.write(frame);
        listener.position = number;
        count += 1;
      }
    }
    return count;
  }

  /** Tells everyone who listens, and who comes back, that messages are missing. */
  lose(reason: GapReason): void {
    this.#ring.lose();
    for (const listener of [...this.#listeners.values()].flatMap((group) => [...group])) {
      // One that reads slowly is told when it has room.
      if (listener.isFull) continue;
      listener.write(encodeGap(listener.subscriptionId, reason));
      listener.position = this.#ring.last;
    }
  }

  /** Sends a listener what it has missed, as far as it takes that, or says that messages are missing. */
  catchUp(listener: TopicListener): void {
    while (!listener.isFull && listener.position < this.#ring.last) {
      const isTooFar = this.#ring.last - listener.position > MAX_KEPT;
      const next: KeptMessage | undefined =
        !isTooFar && this.#ring.hasAllAfter(listener.position) ? this.#ring.after(listener.position) : undefined;
      if (next) listener.write(encodeMessage(listener.subscriptionId, next.rest));
      else listener.write(encodeGap(listener.subscriptionId, "overflow"));
      listener.position = next?.number ?? this.#ring.last;
    }
  }

  /** Drops what is too old. Returns whether anything is left. */
  expire(): boolean {
    this.#ring.expire();
    return !this.#ring.isEmpty;
  }

  clear(): void {
    this.#ring.clear();
  }
}

export function encodeGap(subscriptionId: string, reason: GapReason): Buffer {
  return encodeFrame(JSON.stringify({ type: "gap", subscriptionId, reason }));
}

/** The id is of letters that JSON leaves as they are. */
function encodeMessage(subscriptionId: string, rest: string): Buffer {
  return encodeFrame(`{"type":"message","subscriptionId":"${subscriptionId}",${rest}`);
}
