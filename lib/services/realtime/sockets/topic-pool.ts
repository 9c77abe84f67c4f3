import type { SecretSealer } from "@/lib/core/crypto/seal";
import type { TopicLog } from "@/lib/core/ports/topic-log";
import { TopicCursors } from "./cursors";
import { KeptBytes } from "./kept-bytes";
import { KEPT_MS, MessageBuffer } from "./message-buffer";
import { Presence } from "./presence";
import { Topic } from "./topic";

/** Topics that nobody listens to any more are kept for those who come back. */
const MAX_IDLE = 20_000;

interface PooledTopic {
  topic: Topic;
  projectId: string;
  name: string;
  /** Resolves once the topic has the latest messages. */
  followed: Promise<void>;
}

interface Parts {
  sealer: SecretSealer;
  log: TopicLog;
  onDelivered(projectId: string, count: number): void;
}

/** The topics that somebody listens to in this process, or did lately. */
export class TopicPool {
  readonly #cursors: TopicCursors;
  readonly #parts: Parts;
  readonly #kept = new KeptBytes();
  readonly #topics = new Map<string, PooledTopic>();
  /** Since when nobody listens; the longest first. */
  readonly #idleSince = new Map<string, number>();

  constructor(parts: Parts) {
    this.#cursors = new TopicCursors(parts.sealer);
    this.#parts = parts;
  }

  /** Returns the topic for one who will listen to it, or releases it. Throws `service_unavailable`. */
  async open(projectId: string, name: string): Promise<Topic> {
    const id = idOf(projectId, name);
    this.#idleSince.delete(id);
    const pooled = this.#topics.get(id) ?? this.#create(projectId, name);
    this.#topics.set(id, pooled);
    try {
      await pooled.followed;
      return pooled.topic;
    } catch (error) {
      if (this.#topics.get(id) === pooled) this.#topics.delete(id);
      throw error;
    }
  }

  /** Notes that a topic has lost a listener. */
  release(projectId: string, name: string): void {
    const id = idOf(projectId, name);
    if (!this.#topics.get(id)?.topic.isIdle) return;
    this.#idleSince.set(id, performance.now());
    const [oldest] = this.#idleSince.keys();
    if (this.#idleSince.size > MAX_IDLE && oldest !== undefined) this.#drop(oldest);
  }

  /** Tells of all topics of a project that messages are missing. */
  loseAll(projectId: string): void {
    for (const pooled of this.#topics.values()) {
      if (pooled.projectId === projectId) this.#parts.log.lose(projectId, pooled.name);
    }
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
    for (const { topic } of this.#topics.values()) topic.expire();
    const oldest = performance.now() - KEPT_MS;
    for (const [id, since] of this.#idleSince) if (since < oldest) this.#drop(id);
  }

  #create(projectId: string, name: string): PooledTopic {
    const { log, onDelivered } = this.#parts;
    const topic = new Topic({
      cursorOf: (position) => this.#cursors.seal(idOf(projectId, name), position),
      onDelivered: (count) => onDelivered(projectId, count),
      buffer: new MessageBuffer(projectId, this.#kept),
      presence: new Presence(),
    });
    return { topic, projectId, name, followed: log.follow(projectId, name, topic) };
  }

  #drop(id: string): void {
    const pooled = this.#topics.get(id);
    this.#idleSince.delete(id);
    // Somebody may have come who waited for it.
    if (!pooled?.topic.isIdle) return;
    pooled.topic.clear();
    this.#topics.delete(id);
    this.#parts.log.unfollow(pooled.projectId, pooled.name);
  }
}

/** Names of topics have no space. */
function idOf(projectId: string, name: string): string {
  return `${projectId} ${name}`;
}
