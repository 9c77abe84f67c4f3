import type { PresenceMember } from "@/lib/core/ports/topic-log";
import type { ConnectionRegistry } from "@/lib/services/realtime/sockets/connection-registry";
import type { KeptPosition, KeptTopicPosition } from "@/lib/services/realtime/sockets/resumable-sockets";
import { encodeGap, type Topic, type TopicListener } from "@/lib/services/realtime/sockets/topic";
import type { SocketWriter } from "./socket-writer";

interface Parts {
  connections: ConnectionRegistry;
  writer: SocketWriter;
  projectId: string;
  subscriptionId: string;
  topicName: string;
  /** Is opened for this subscription. */
  topic: Topic;
}

/** The start of a subscription; `isLost` says that messages before it may be missing. */
interface Beginning {
  since?: string | undefined;
  kept?: KeptPosition | undefined;
  /** The client goes on from a socket of which nothing is left. */
  isLost: boolean;
}

/** A socket's subscription to one topic. */
export class TopicSubscription implements TopicListener {
  readonly subscriptionId: string;
  readonly topicName: string;
  position = 0;
  readonly #parts: Parts;
  readonly #topic: Topic;
  /** The position that the client has surely got, and the position that it will have when it answers the next ping. */
  #confirmed = 0;
  #pinged = 0;
  #memberId: string | null = null;
  #hasEnded = false;

  constructor(parts: Parts) {
    this.subscriptionId = parts.subscriptionId;
    this.topicName = parts.topicName;
    this.#parts = parts;
    this.#topic = parts.topic;
  }

  get isFull(): boolean {
    return this.#parts.writer.isFull;
  }

  get isPresent(): boolean {
    return this.#memberId !== null;
  }

  get kept(): KeptTopicPosition {
    return { topic: this.topicName, epoch: this.#topic.epoch, number: this.#confirmed };
  }

  /** Tells the client where it begins, sends the messages it has missed, and listens from now on. */
  begin({ since, kept, isLost }: Beginning): void {
    const { connections, writer, projectId, subscriptionId } = this.#parts;
    const position =
      since === undefined
        ? this.#positionOf(kept)
        : connections.topics.positionOf(projectId, this.topicName, this.#topic, since);
    this.position = position ?? this.#topic.last;
    this.#confirmed = this.position;
    this.#pinged = this.position;
    const cursor = connections.topics.cursorAt(projectId, this.topicName, this.#topic, this.position);
    writer.send({ type: "subscribed", subscriptionId, cursor, resumed: position !== null });
    const isResuming = since !== undefined || kept !== undefined || isLost;
    if (isResuming && position === null) writer.write(encodeGap(subscriptionId, "expired"));
    this.#topic.add(this);
    this.#topic.catchUp(this);
  }

  write(frame: Buffer): void {
    this.#parts.writer.write(frame);
  }

  catchUp(): void {
    this.#topic.catchUp(this);
  }

  forget(): void {
    [this.#confirmed, this.#pinged] = [-1, -1];
  }

  /** Shows that the member is there, unless the topic has no room. Throws `service_unavailable`. */
  async enter(memberId: string, member: PresenceMember): Promise<boolean> {
    const { connections, projectId } = this.#parts;
    if (!(await connections.log.enter(projectId, this.topicName, memberId, member))) return false;
    if (this.#hasEnded) connections.log.leave(projectId, this.topicName, memberId);
    else this.#memberId = memberId;
    return true;
  }

  /** Hears from now on of everyone's presence. */
  watch(): void {
    if (this.#memberId !== null) this.#topic.presence.watch(this);
  }

  async updateMember(member: PresenceMember): Promise<void> {
    if (this.#memberId !== null)
      await this.#parts.connections.log.enter(this.#parts.projectId, this.topicName, this.#memberId, member);
  }

  notePing(): void {
    this.#pinged = this.position;
  }

  notePong(): void {
    this.#confirmed = this.#pinged;
  }

  end(): void {
    const { connections, projectId } = this.#parts;
    this.#hasEnded = true;
    if (this.#memberId !== null) connections.log.leave(projectId, this.topicName, this.#memberId);
    this.#topic.presence.unwatch(this);
    this.#topic.delete(this);
    connections.topics.release(projectId, this.topicName);
  }

  #positionOf(kept: KeptPosition | undefined): number | null {
    if (!kept || !("topic" in kept) || kept.topic !== this.topicName || kept.epoch !== this.#topic.epoch) return null;
    return this.#topic.hasAllAfter(kept.number) ? kept.number : null;
  }
}
