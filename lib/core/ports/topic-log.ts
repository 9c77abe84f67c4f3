/** Ours, never the client's word. */
export interface PresenceMember {
  userId?: string;
  state: Readonly<Record<string, unknown>>;
}

/** A message's place among those of its topic; numbers start anew with each epoch. */
export interface TopicPosition {
  epoch: string;
  number: number;
}

/** Hears of a topic, in the same order in every process. */
export interface TopicFollower {
  /** Everything up to this position is missing, or not known any more. */
  restart(position: TopicPosition): void;
  /** Numbers follow each other. The body is the JSON of the message. */
  message(number: number, body: string): void;
  /** A member came or changed, or left with `null`. */
  member(id: string, member: PresenceMember | null): void;
}

export interface AppendOptions {
  /** The number of messages that the project may send in a second. */
  perSecond: number;
  /** Messages with the same words are appended once, whichever process is the first. */
  once?: string;
}

/** No topic shows more. */
export const MAX_MEMBERS = 1_000;

/** The messages and members of topics, over all processes that serve sockets. A topic that nobody follows has none. */
export interface TopicLog {
  /** Appends messages to topics, all or none, and returns how many. Throws `rate_limited`, `service_unavailable`. */
  append(projectId: string, messages: { topic: string; body: string }[], options: AppendOptions): Promise<number>;
  /** Tells all followers, as soon as they can be reached, that messages are missing. */
  lose(projectId: string, topic: string): void;
  /** Follows a topic, of which the last messages are told before this resolves. Throws `service_unavailable`. */
  follow(projectId: string, topic: string, follower: TopicFollower): Promise<void>;
  unfollow(projectId: string, topic: string): void;
  /** Shows or changes a member of a topic that is followed. Returns `false` where it has no room. Throws `service_unavailable`. */
  enter(projectId: string, topic: string, id: string, member: PresenceMember): Promise<boolean>;
  leave(projectId: string, topic: string, id: string): void;
  close(): Promise<void>;
}
