import type { ErrorCode } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import type { ConnectionRegistry } from "@/lib/services/realtime/sockets/connection-registry";
import type { FrameOrigin, SendFrame, SetPresenceFrame, TopicFrame } from "@/lib/services/realtime/sockets/frames";
import type { SocketIdentity } from "@/lib/services/realtime/sockets/identify";
import type { OpenProject } from "@/lib/services/realtime/sockets/open-project";
import type { KeptPosition, KeptPositions } from "@/lib/services/realtime/sockets/resumable-sockets";
import { mayUseTopic, type TopicAction } from "@/lib/services/realtime/sockets/topic-rules";
import type { SqlMessages } from "@/lib/services/realtime/sql-messages";
import { limitReached, refusalFrame, type SubscriptionBound } from "./refusal-frame";
import type { SocketWriter } from "./socket-writer";
import { TopicSubscription } from "./topic-subscription";

interface Parts {
  connections: ConnectionRegistry;
  sqlMessages: SqlMessages;
  writer: SocketWriter;
  project: OpenProject;
  socketId: string;
  identity: SocketIdentity;
}

/** The subscriptions of one socket to topics. */
export class TopicSubscriptions {
  readonly #parts: Parts;
  readonly #byId = new Map<string, TopicSubscription>();
  /**
   * The positions of the socket before this one, and those of them that were taken up; `null` if it goes on from none.
   */
  #kept: KeptPositions | null = null;
  #hasEnded = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The user of the socket has a new token. */
  set identity(identity: SocketIdentity) {
    this.#parts.identity = identity;
  }

  get positions(): Map<string, KeptPosition> {
    return new Map([...this.#byId].map(([id, subscription]) => [id, subscription.kept]));
  }

  get size(): number {
    return this.#byId.size;
  }

  has(subscriptionId: string): boolean {
    return this.#byId.has(subscriptionId);
  }

  /** New subscriptions go on where those of an earlier socket were; without any left, each begins with a gap. */
  goOnFrom(kept: KeptPositions | null): void {
    this.#kept = kept ?? new Map();
  }

  async subscribe({ subscriptionId, topic, presence, since }: TopicFrame): Promise<void> {
    const { connections, writer, project, sqlMessages } = this.#parts;
    this.#require("subscribe", topic);
    if (presence) this.#require("presence", topic);
    await sqlMessages.follow(project);
    const full = await connections.takePlace(project, "topic");
    if (full) return this.#refuse({ subscriptionId }, full);
    const opened = await connections.topics.open(project.id, topic).catch((error) => {
      connections.givePlace(project, "topic");
      throw error;
    });
    const parts = { connections, writer, projectId: project.id, subscriptionId, topicName: topic, topic: opened };
    const subscription = new TopicSubscription(parts);
    // The socket may be gone since.
    if (this.#hasEnded) return this.#end(subscription);
    this.#byId.set(subscriptionId, subscription);
    if (presence && !(await this.#enter(subscription, presence))) return;
    subscription.begin({ since, kept: this.#kept?.get(subscriptionId), isLost: this.#kept !== null });
    subscription.watch();
  }

  /** Returns `false` where the subscription has ended: the topic has no room, or the socket is gone. */
  async #enter(subscription: TopicSubscription, state: SetPresenceFrame["state"]): Promise<boolean> {
    const { subscriptionId } = subscription;
    try {
      const isIn = await subscription.enter(`${this.#parts.socketId}.${subscriptionId}`, this.#memberOf(state));
      if (isIn) return this.#byId.get(subscriptionId) === subscription;
    } catch (error) {
      this.#end(subscription);
      throw error;
    }
    this.#end(subscription);
    this.#refuse({ subscriptionId }, "presence");
    return false;
  }

  /** An unknown subscription is one that has ended already. */
  unsubscribe(subscriptionId: string): void {
    const subscription = this.#byId.get(subscriptionId);
    if (subscription) this.#end(subscription);
  }

  async send({ subscriptionId, event, payload, ref }: SendFrame): Promise<void> {
    const { connections, writer, project, identity } = this.#parts;
    const { topicName: topic } = this.#get(subscriptionId);
    this.#require("publish", topic);
    await connections.send(project, { topic, event, payload, ...(identity.user && { userId: identity.user.id }) });
    if (ref !== undefined) writer.send({ type: "ack", ref });
  }

  async setPresence({ subscriptionId, state }: SetPresenceFrame): Promise<void> {
    const subscription = this.#get(subscriptionId);
    if (!subscription.isPresent) throw refused("invalid_request", "Subscribe with presence to set it.");
    await subscription.updateMember(this.#memberOf(state));
  }

  /** Ends the subscriptions that the rules of the project, which may have changed, don't allow. */
  applyRules(): void {
    const isAllowed = ({ topicName, isPresent }: TopicSubscription) =>
      this.#may("subscribe", topicName) && (!isPresent || this.#may("presence", topicName));
    this.#endWhere(
      (subscription) => !isAllowed(subscription),
      "missing_permission",
      "The project's rules have changed.",
    );
  }

  /** Tells the client of each that it ends. */
  endAll(code: ErrorCode, message: string): void {
    this.#endWhere(() => true, code, message);
  }

  /** The socket is gone. */
  close(): void {
    this.#hasEnded = true;
    for (const subscription of this.#byId.values()) this.#end(subscription);
  }

  catchUp(): void {
    for (const subscription of this.#byId.values()) subscription.catchUp();
  }

  notePing(): void {
    for (const subscription of this.#byId.values()) subscription.notePing();
  }

  notePong(): void {
    for (const subscription of this.#byId.values()) subscription.notePong();
  }

  #endWhere(matches: (subscription: TopicSubscription) => boolean, code: ErrorCode, message: string): void {
    for (const subscription of [...this.#byId.values()].filter(matches)) {
      const { subscriptionId } = subscription;
      this.#end(subscription);
      this.#parts.writer.send(refusalFrame({ subscriptionId }, { code, message }));
    }
  }

  #end(subscription: TopicSubscription): void {
    const { connections, project } = this.#parts;
    this.#byId.delete(subscription.subscriptionId);
    subscription.end();
    connections.givePlace(project, "topic");
  }

  #get(subscriptionId: string): TopicSubscription {
    const subscription = this.#byId.get(subscriptionId);
    if (!subscription) throw refused("not_found", "The connection has no subscription with this ID.");
    return subscription;
  }

  #memberOf(state: SetPresenceFrame["state"]) {
    const { user } = this.#parts.identity;
    return { ...(user && { userId: user.id }), state };
  }

  #require(action: TopicAction, topic: string): void {
    if (this.#may(action, topic)) return;
    throw refused("missing_permission", `No rule of the project allows ${DOING[action]} this topic here.`);
  }

  /** A key that only reads neither sends nor shows presence. */
  #may(action: TopicAction, topic: string): boolean {
    const { identity, project } = this.#parts;
    if (action !== "subscribe" && !identity.mayWrite) return false;
    return mayUseTopic(project.standing.rules, topic, { userId: identity.user?.id ?? null }, action);
  }

  #refuse(origin: FrameOrigin, limit: SubscriptionBound): void {
    this.#parts.writer.send(refusalFrame(origin, limitReached(limit)));
  }
}

const DOING: Record<TopicAction, string> = {
  subscribe: "subscribing to",
  publish: "sending to",
  presence: "presence in",
};

function refused(code: ErrorCode, message: string): ServiceError {
  return new ServiceError(code, message);
}
