import { type ChangesHandlers, OpenChanges } from "./changes";
import { Connection } from "./connection";
import { type RealtimeOptions, requireFit } from "./options";
import type { OpenSubscription, Subscription } from "./subscription";
import { OpenTopic, type TopicHandlers, type TopicRequest, type TopicSubscription } from "./topic";
import type { ChangesRequest } from "./wire";

/**
 * The client of one project's realtime service. All of its subscriptions share one connection.
 *
 * @example
 * const leave = (realtime: Realtime) => realtime.close();
 */
export interface Realtime {
  /** Hears of changes of a published table. */
  subscribe<Row = Record<string, unknown>>(to: ChangesRequest, handlers: ChangesHandlers<Row>): Subscription;
  /** Hears of messages of a topic, and of presence in it. */
  subscribe(to: TopicRequest, handlers: TopicHandlers): TopicSubscription;
  /** Begins anew as who is signed in now: call it after a sign-in and a sign-out. Every subscription gets a gap. */
  refresh(): void;
  /** Ends all subscriptions and the connection. */
  close(): void;
}

/**
 * Creates the client of a project's realtime service. It connects with the first subscription, and again whenever the
 * connection is lost.
 *
 * It throws a `TypeError` without a project id or a public key.
 *
 * @example
 * export const realtime = createRealtime({
 *   projectId: "p_4k9x2m7q1w8e5r3t6y0u",
 *   publicKey: "pk_coppice_auth_…",
 *   apiOrigin: "https://id.example.com",
 *   getToken: auth.getToken,
 * });
 *
 * realtime.subscribe({ table: "todos" }, { onChange: apply, onGap: refetch });
 */
export function createRealtime(options: RealtimeOptions): Realtime {
  requireFit(options);
  const connection = new Connection(options);
  let count = 0;
  const add = <Open extends OpenSubscription>(open: (id: string) => Open): Open => {
    count += 1;
    const subscription = open(`s${count}`);
    connection.add(subscription);
    return subscription;
  };
  const subscribe = (to: ChangesRequest | TopicRequest, handlers: object): Subscription | TopicSubscription => {
    if ("topic" in to) {
      const topic = add((id) => new OpenTopic(id, connection, to, handlers));
      return {
        ...controlsOf(topic),
        get status() {
          return topic.status;
        },
        get members() {
          return topic.members;
        },
        send: (event, payload) => topic.send(event, payload),
        setPresence: (state) => topic.setPresence(state),
      };
    }
    const changes = add((id) => new OpenChanges(id, to, handlers));
    return {
      ...controlsOf(changes),
      get status() {
        return changes.status;
      },
    };
  };
  const controlsOf = (subscription: OpenSubscription) => ({ unsubscribe: () => connection.remove(subscription) });
  return {
    subscribe: subscribe as Realtime["subscribe"],
    refresh: () => connection.refresh(),
    close: () => connection.close(),
  };
}
