/** A row as JSON. `int8` and `numeric` are text, which JavaScript's numbers would round. */
type Row = Record<string, unknown>;

/**
 * A change of a row that the user may see.
 *
 * @example
 * const apply = ({ op, new: row, old }: Change<Todo>) => (op === "delete" ? remove(old?.id) : put(row));
 */
export interface Change<Of = Row> {
  /** Schema and name, such as `public.todos`. */
  table: string;
  /** A row that comes into the user's sight is an `insert`, one that leaves it a `delete`. */
  op: "insert" | "update" | "delete";
  new?: Of;
  /** The primary key, and the fields that `columns` names. */
  old?: Partial<Of>;
  /** Columns whose values are too large to be sent along. */
  omitted?: string[];
  /** ISO 8601, UTC. */
  committedAt: string;
}

/**
 * Which changes a subscription is about.
 *
 * @example
 * const mine: ChangesRequest = { table: "public.todos", filter: [{ column: "list_id", op: "eq", value: 7 }] };
 */
export interface ChangesRequest {
  /** Schema and name; without a schema, `public`. */
  table: string;
  /** All of them by default. */
  events?: readonly Change["op"][];
  /** All of them must hold; ten at most. */
  filter?: readonly ChangeFilter[];
  /** All that the user may see by default. */
  columns?: readonly string[];
}

/**
 * A condition on one column. `in` takes a list, `is` takes `null`, `true` or `false`.
 *
 * @example
 * const open: ChangeFilter = { column: "done", op: "is", value: false };
 */
export interface ChangeFilter {
  column: string;
  op: "eq" | "neq" | "lt" | "lte" | "gt" | "gte" | "in" | "is";
  value: unknown;
}

/**
 * A message of a topic.
 *
 * @example
 * const onMessage = ({ event, payload, from }: TopicMessage) => event === "moved" && draw(from.userId, payload);
 */
export interface TopicMessage {
  event: string;
  payload: unknown;
  /** The sender, as the service knows them; without `userId` it was a visitor or a server. */
  from: { userId?: string };
}

/**
 * Somebody who is there in a topic: one connection of a user, so that two tabs are two.
 *
 * @example
 * const names = members.map(({ state }: PresenceMember) => state.name);
 */
export interface PresenceMember {
  id: string;
  /** As the service knows them; visitors have none. */
  userId?: string;
  /** The state that they set for themselves. */
  state: Record<string, unknown>;
}

/**
 * Why events are missing: nothing was kept for so long, there were too many, one statement changed too many rows, or
 * the user's permissions have changed.
 *
 * @example
 * const onGap = (reason: GapReason) => (console.info(reason), refetch());
 */
export type GapReason = "expired" | "overflow" | "bulk" | "access";

export interface ErrorFrame {
  type: "error";
  subscriptionId: string | null;
  ref?: number;
  code: string;
  message: string;
  retryable: boolean;
  retryAfterSeconds?: number;
  limit?: string;
}

export type ServerFrame =
  | { type: "ready"; socketId: string; resume: string; heartbeatSeconds: number }
  | { type: "subscribed"; subscriptionId: string; cursor: string; resumed: boolean }
  | ({ type: "change"; subscriptionId: string; cursor: string } & Change)
  | ({ type: "message"; subscriptionId: string; cursor: string } & TopicMessage)
  | {
      type: "presence";
      subscriptionId: string;
      full?: boolean;
      joined?: Record<string, Omit<PresenceMember, "id">>;
      left?: string[];
    }
  | { type: "gap"; subscriptionId: string; reason: GapReason }
  | ErrorFrame
  | { type: "ack"; ref: number }
  | { type: "pong" };

/** The frames of a subscription alone. */
export type SubscriptionFrame = Extract<ServerFrame, { subscriptionId: string }>;
