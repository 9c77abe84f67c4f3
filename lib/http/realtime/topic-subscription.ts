import type { RealtimeHub } from "@/lib/services/realtime/sockets/hub";
import type { PresenceMember } from "@/lib/services/realtime/sockets/presence";
import type { KeptPosition } from "@/lib/services/realtime/sockets/resume-shelf";
import { encodeGap, type Topic, type TopicListener } from "@/lib/services/realtime/sockets/topic";
import type { SocketWriter } from "./socket-writer";

interface Parts {
  hub: RealtimeHub;
  writer: SocketWriter;
  projectId: string;
  subscriptionId: string;
  topic: string;
}

/** Where a subscription begins; `isLost` says that messages before it may be missing. */
interface Beginning {
  since?: string | undefined;
  kept?: KeptPosition | undefined;
  /** The client goes on from a socket of which nothing is left. */
  isLost: boolean;
}

/** What a socket hears of one topic. */
export class TopicSubscription implements TopicListener {
  readonly subscriptionId: string;
  readonly topicName: string;
  position = 0;
  readonly #parts: Parts;
  readonly #topic: Topic;
  /** What the client has surely got, and will have when it answers the next ping. */
  #confirmed = 0;
  #pinged = 0;
  #memberId: string | null = null;

  constructor(parts: Parts) {
    this.subscriptionId = parts.subscriptionId;
    this.topicName = parts.topic;
    this.#parts = parts;
    this.#topic = parts.hub.topics.open(parts.projectId, parts.topic);
  }

  get isFull(): boolean {
    return this.#parts.writer.isFull;
  }

  get isPresent(): boolean {
    return this.#memberId !== null;
  }

  get hasRoomForMember(): boolean {
    return !this.#topic.presence.isFull;
  }

  get kept(): KeptPosition {
    return { topic: this.topicName, epoch: this.#topic.epoch, number: this.#confirmed };
  }

  /** Tells the client where it begins, sends what it has missed, and listens from now on. */
  begin({ since, kept, isLost }: Beginning): void {
    const { hub, writer, projectId, subscriptionId } = this.#parts;
    const position =
      since === undefined
        ? this.#positionOf(kept)
        : hub.topics.positionOf(projectId, this.topicName, this.#topic, since);
    this.position = position ?? this.#topic.last;
    this.#confirmed = this.position;
    this.#pinged = this.position;
    const cursor = hub.topics.cursorAt(projectId, this.topicName, this.#topic, this.position);
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

  enter(memberId: string, member: PresenceMember): void {
    this.#memberId = memberId;
    this.#topic.presence.enter(memberId, member, this);
  }

  updateMember(member: PresenceMember): void {
    if (this.#memberId !== null) this.#topic.presence.update(this.#memberId, member);
  }

  notePing(): void {
    this.#pinged = this.position;
  }

  notePong(): void {
    this.#confirmed = this.#pinged;
  }

  end(): void {
    const { hub, projectId } = this.#parts;
    if (this.#memberId !== null) this.#topic.presence.leave(this.#memberId, this);
    this.#topic.delete(this);
    hub.topics.release(projectId, this.topicName);
  }

  #positionOf(kept: KeptPosition | undefined): number | null {
    if (!kept || kept.topic !== this.topicName || kept.epoch !== this.#topic.epoch) return null;
    return this.#topic.hasAllAfter(kept.number) ? kept.number : null;
  }
}
