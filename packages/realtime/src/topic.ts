import type { Connection } from "./connection";
import { OpenSubscription, type Subscription, type SubscriptionHandlers } from "./subscription";
import type { PresenceMember, SubscriptionFrame, TopicMessage } from "./wire";

/**
 * Which topic a subscription is about. With `presence` the user is there, and is told who else is.
 *
 * @example
 * const room: TopicRequest = { topic: "room:1", presence: { name: "Ada" } };
 */
export interface TopicRequest {
  topic: string;
  /** The presence of the user that others see: 1 kB of JSON at most. */
  presence?: Record<string, unknown>;
}

/**
 * The functions that are called for a topic.
 *
 * @example
 * const handlers: TopicHandlers = { onMessage: ({ event, payload }) => show(event, payload) };
 */
export interface TopicHandlers extends SubscriptionHandlers {
  /** Called for the user's own messages too. After a lost connection, one may come twice. */
  onMessage?: (message: TopicMessage) => void;
  /** Called with everyone who is there, whenever that changes. */
  onPresence?: (members: readonly PresenceMember[]) => void;
}

/**
 * A subscription to a topic.
 *
 * @example
 * const move = (room: TopicSubscription, x: number, y: number) => room.send("moved", { x, y });
 */
export interface TopicSubscription extends Subscription {
  /** Everyone who is there, as far as the service has told. */
  readonly members: readonly PresenceMember[];
  /** Resolves once the service has the message. Rejects with a `RealtimeError`. */
  send(event: string, payload: unknown): Promise<void>;
  /**
   * Changes the state that others see of the user, who has to be there. It can be called as often as a pointer moves.
   */
  setPresence(state: Record<string, unknown>): void;
}

/** The service tells others as often. */
const PRESENCE_MS = 250;

export class OpenTopic extends OpenSubscription {
  members: readonly PresenceMember[] = [];
  readonly #connection: Connection;
  readonly #handlers: TopicHandlers;
  readonly #request: TopicRequest;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, connection: Connection, request: TopicRequest, handlers: TopicHandlers) {
    super(id, handlers);
    this.#connection = connection;
    this.#request = { ...request };
    this.#handlers = handlers;
  }

  send(event: string, payload: unknown): Promise<void> {
    return this.#connection.ask({ type: "send", subscriptionId: this.id, event, payload });
  }

  setPresence(state: Record<string, unknown>): void {
    this.#request.presence = state;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const { presence } = this.#request;
      if (this.isAsked) this.#connection.send({ type: "presence", subscriptionId: this.id, state: presence });
    }, PRESENCE_MS);
  }

  protected wanted(): object {
    return { kind: "topic", ...this.#request };
  }

  protected tell(frame: SubscriptionFrame): void {
    if (frame.type === "message") {
      const { event, payload, from } = frame;
      this.#handlers.onMessage?.({ event, payload, from });
    } else if (frame.type === "presence") {
      const { full, joined = {}, left = [] } = frame;
      const gone = new Set([...left, ...Object.keys(joined)]);
      const stay = full ? [] : this.members.filter(({ id }) => !gone.has(id));
      this.members = [...stay, ...Object.entries(joined).map(([id, member]) => ({ id, ...member }))];
      this.#handlers.onPresence?.(this.members);
    }
  }
}
