export interface RealtimeMessage {
  topic: string;
  event: string;
  payload: unknown;
}

/** The present traffic of a project. */
export interface RealtimeFigures {
  sockets: number;
  subscriptions: { changes: number; topic: number };
  /** The messages that sockets were given per second, over the last ten seconds. */
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

/** The path at which the process with the sockets answers, at its Unix socket alone. */
export const EXCHANGE_PATH = "/exchange";
