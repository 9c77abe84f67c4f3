export type SubscriptionLimit = "project" | "platform";

/** Counts the subscriptions of projects, over all processes that serve sockets. */
export interface SubscriptionCounts {
  /**
   * Takes a place, unless the project has `limit` subscriptions already, or as many as any project may have. Returns how
   * many it has now, else which of the two is reached. Throws `service_unavailable` where that can't be known.
   */
  take(projectId: string, limit: number): Promise<number | SubscriptionLimit>;
  give(projectId: string): void;
  close(): Promise<void>;
}

/** No project has more, on any plan. */
export const PLATFORM_SUBSCRIPTIONS = 10_000;
