import { ServiceError } from "./errors";
import { TokenBucket } from "./token-bucket";

/** A project may immediately send as much as it may send in so many seconds. */
const BURST_SECONDS = 5;
const MAX_PROJECTS = 10_000;

/** The messages that projects may still send from this process. */
export class SendBudgets {
  readonly #buckets = new Map<string, TokenBucket>();

  /** Throws `rate_limited` where the project sends more than so many a second. */
  spend(projectId: string, perSecond: number, count: number): void {
    // The limit is part of the name, since a project's plan can change.
    const name = `${projectId} ${perSecond}`;
    if (!this.#buckets.has(name) && this.#buckets.size >= MAX_PROJECTS) this.#buckets.clear();
    const bucket = this.#buckets.get(name) ?? new TokenBucket(perSecond, perSecond * BURST_SECONDS);
    this.#buckets.set(name, bucket);
    if (bucket.take(count)) return;
    const message = `The project sends more than ${perSecond.toLocaleString("en")} messages a second.`;
    throw new ServiceError("rate_limited", message, { retryAfterSeconds: 1 });
  }
}
