import type { SecretSealer } from "@/lib/core/crypto/seal";
import type { Random } from "@/lib/core/ports/random";
import { TopicCursors } from "./cursors";
import { KeptBytes } from "./kept-bytes";
import { KEPT_MS, MessageRing } from "./message-ring";
import { Presence } from "./presence";
import { Topic } from "./topic";

/** Topics that nobody listens to any more are kept for those who come back. */
const MAX_IDLE = 20_000;

/** The topics of all projects, in this process. */
export class TopicShelf {
  readonly #cursors: TopicCursors;
  readonly #random: Random;
  readonly #kept = new KeptBytes();
  readonly #topics = new Map<string, Topic>();
  /** Since when nobody listens; the longest first. */
  readonly #idleSince = new Map<string, number>();

  constructor(sealer: SecretSealer, random: Random) {
    this.#cursors = new TopicCursors(sealer);
    this.#random = random;
  }

  /** Returns the topic, unless nobody has listened to it lately. */
  find(projectId: string, name: string): Topic | undefined {
    return this.#topics.get(idOf(projectId, name));
  }

  /** Returns the topic for one who will listen to it. */
  open(projectId: string, name: string): Topic {
    const id = idOf(projectId, name);
    this.#idleSince.delete(id);
    const topic = this.#topics.get(id) ?? this.#create(projectId, id);
    this.#topics.set(id, topic);
    return topic;
  }

  /** Notes that a topic has lost a listener. */
  release(projectId: string, name: string): void {
    const id = idOf(projectId, name);
    if (!this.#topics.get(id)?.isIdle) return;
    this.#idleSince.set(id, performance.now());
    const [oldest] = this.#idleSince.keys();
    if (this.#idleSince.size > MAX_IDLE && oldest !== undefined) this.#drop(oldest);
  }

  /** Tells of all topics of a project that messages are missing. */
  loseAll(projectId: string): void {
    const prefix = idOf(projectId, "");
    for (const [id, topic] of this.#topics) if (id.startsWith(prefix)) topic.lose("access");
  }

  cursorAt(projectId: string, name: string, topic: Topic, number: number): string {
    return this.#cursors.seal(idOf(projectId, name), { epoch: topic.epoch, number });
  }

  /** Returns the number behind which to go on, or `null` where messages since the cursor may be missing. */
  positionOf(projectId: string, name: string, topic: Topic, cursor: string): number | null {
    const position = this.#cursors.open(idOf(projectId, name), cursor);
    if (position === null || position.epoch !== topic.epoch) return null;
    return topic.hasAllAfter(position.number) ? position.number : null;
  }

  /** Drops messages that are too old, and topics that nobody came back to. */
  sweep(): void {
    for (const topic of this.#topics.values()) topic.expire();
    const oldest = performance.now() - KEPT_MS;
    for (const [id, since] of this.#idleSince) if (since < oldest) this.#drop(id);
  }

  #create(projectId: string, id: string): Topic {
    const epoch = Buffer.from(this.#random.bytes(12)).toString("base64url");
    const cursorOf = (number: number) => this.#cursors.seal(id, { epoch, number });
    return new Topic({ epoch, cursorOf, ring: new MessageRing(projectId, this.#kept), presence: new Presence() });
  }

  #drop(id: string): void {
    this.#topics.get(id)?.clear();
    this.#topics.delete(id);
    this.#idleSince.delete(id);
  }
}

/** Names of topics have no space. */
function idOf(projectId: string, name: string): string {
  return `${projectId} ${name}`;
}
