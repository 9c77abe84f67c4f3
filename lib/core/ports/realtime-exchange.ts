export interface RealtimeMessage {
  topic: string;
  event: string;
  payload: unknown;
}

/** What goes on in a project at this moment. */
export interface RealtimeFigures {
  sockets: number;
  subscriptions: { changes: number; topic: number };
  /** How many messages sockets were given a second, over the last ten. */
  deliveredPerSecond: number;
  /** The time from a commit to its delivery, of the slowest reader; `null` where no changes are read. */
  lagMilliseconds: number | null;
}

/** Reaches the sockets of a project from any process of the service. Throws `service_unavailable` where none answers. */
export interface RealtimeExchange {
  /** Sends messages, of which the project may send so many a second. Throws `rate_limited`. */
  publish(projectId: string, messages: readonly RealtimeMessage[], perSecond: number): Promise<void>;
  figuresOf(projectId: string): Promise<RealtimeFigures>;
}

/** Where the process with the sockets answers, at its Unix socket alone. */
export const EXCHANGE_PATH = "/exchange";
