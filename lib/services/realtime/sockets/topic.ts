import type { PresenceMember, TopicFollower, TopicPosition } from "@/lib/core/ports/topic-log";
import { encodeFrame } from "./encode-frame";
import type { FrameSink } from "./frame-sink";
import { type KeptMessage, MAX_KEPT, type MessageBuffer } from "./message-buffer";
import type { Presence } from "./presence";

/** Why messages are missing: nobody kept them so long, there were too many, or they could not be read. */
type GapReason = "expired" | "overflow" | "access";

export interface TopicListener extends FrameSink {
  /** The number of the last message that was handed over, or left out; -1 where messages are missing behind it. */
  position: number;
  /** The messages that its client has got are of no use any more for going on. */
  forget(): void;
}

interface TopicParts {
  buffer: MessageBuffer;
  presence: Presence;
  cursorOf(position: TopicPosition): string;
  /** To how many a message went. */
  onDelivered(count: number): void;
}

/** A topic of a project, in this process: its listeners, and the latest messages. */
export class Topic implements TopicFollower {
  readonly presence: Presence;
  readonly #parts: TopicParts;
  readonly #buffer: MessageBuffer;
  #epoch = "";
  /** Clients of an app mostly choose equal ids, so one frame serves many sockets. */
  readonly #listeners = new Map<string, Set<TopicListener>>();

  constructor(parts: TopicParts) {
    this.#parts = parts;
    this.presence = parts.presence;
    this.#buffer = parts.buffer;
  }

  get epoch(): string {
    return this.#epoch;
  }

  get isIdle(): boolean {
    return this.#listeners.size === 0;
  }

  get last(): number {
    return this.#buffer.last;
  }

  hasAllAfter(number: number): boolean {
    return this.#buffer.hasAllAfter(number);
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

  /** Sends a message to everyone who listens, with one frame for all that can share it. */
  message(number: number, body: string): void {
    const rest = `"cursor":"${this.#parts.cursorOf({ epoch: this.#epoch, number })}",${body.slice(1)}`;
    this.#buffer.add({ number, rest });
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
    this.#parts.onDelivered(count);
  }

  /** Tells everyone who listens or comes back that messages are missing. */
  restart({ epoch, number }: TopicPosition): void {
    this.#epoch = epoch;
    this.#buffer.restart(number);
    for (const listener of [...this.#listeners.values()].flatMap((group) => [...group])) {
      listener.forget();
      // One that reads slowly is told when it has room.
      if (!listener.isFull) listener.write(encodeGap(listener.subscriptionId, "access"));
      listener.position = listener.isFull ? -1 : number;
    }
  }

  member(id: string, member: PresenceMember | null): void {
    this.presence.set(id, member);
  }

  /** Sends a listener the messages it has missed, as far as it takes that, or says that messages are missing. */
  catchUp(listener: TopicListener): void {
    while (!listener.isFull && listener.position < this.#buffer.last) {
      const isTooFar = this.#buffer.last - listener.position > MAX_KEPT;
      const next: KeptMessage | undefined =
        !isTooFar && this.#buffer.hasAllAfter(listener.position) ? this.#buffer.after(listener.position) : undefined;
      if (next) listener.write(encodeMessage(listener.subscriptionId, next.rest));
      else listener.write(encodeGap(listener.subscriptionId, "overflow"));
      listener.position = next?.number ?? this.#buffer.last;
    }
  }

  /** Drops messages that are too old. Returns whether anything is left. */
  expire(): boolean {
    this.#buffer.expire();
    return !this.#buffer.isEmpty;
  }

  clear(): void {
    this.#buffer.clear();
  }
}

export function encodeGap(subscriptionId: string, reason: GapReason): Buffer {
  return encodeFrame(JSON.stringify({ type: "gap", subscriptionId, reason }));
}

/** The id is of letters that JSON leaves as they are. */
function encodeMessage(subscriptionId: string, rest: string): Buffer {
  return encodeFrame(`{"type":"message","subscriptionId":"${subscriptionId}",${rest}`);
}
