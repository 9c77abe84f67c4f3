import {
  PLATFORM_SUBSCRIPTIONS,
  type SubscriptionCounts,
  type SubscriptionLimit,
} from "@/lib/core/ports/subscription-counts";

/** Counts in the one process that serves sockets. */
export class MemorySubscriptionCounts implements SubscriptionCounts {
  readonly #counts = new Map<string, number>();

  async take(projectId: string, limit: number): Promise<number | SubscriptionLimit> {
    const count = this.#counts.get(projectId) ?? 0;
    if (count >= limit) return "project";
    if (count >= PLATFORM_SUBSCRIPTIONS) return "platform";
    this.#counts.set(projectId, count + 1);
    return count + 1;
  }

  give(projectId: string): void {
    const count = this.#counts.get(projectId) ?? 0;
    if (count > 1) this.#counts.set(projectId, count - 1);
    else this.#counts.delete(projectId);
  }

  async close(): Promise<void> {
    this.#counts.clear();
  }
}
