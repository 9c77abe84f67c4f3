import { ServiceError } from "@/lib/core/errors";
import { TokenBucket } from "@/lib/core/token-bucket";
import { MAX_SUBSCRIPTIONS_OF_SOCKET } from "@/lib/services/realtime/sockets/limits";

export const FRAMES_PER_SECOND = 50;
/** A socket may say at once who it is, take all its subscriptions, and do something with some of them. */
export const FRAMES_BURST = MAX_SUBSCRIPTIONS_OF_SOCKET + 50;
/** Refusals cost something too: as many as this are answered, and then some a second. */
const REFUSALS_PER_SECOND = 5;
export const REFUSALS_BURST = 250;

export type FrameVerdict = { kind: "taken" } | { kind: "refused"; retryAfterSeconds: number } | { kind: "flood" };

/** The frames that a socket may send. A client that sends a refused one again when it was told to is not refused again. */
export class FrameBudget {
  readonly #now: () => number;
  readonly #frames: TokenBucket;
  readonly #refusals: TokenBucket;
  /** Until when there is a place for each frame that was refused. */
  #promisedUntil = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#frames = new TokenBucket(FRAMES_PER_SECOND, FRAMES_BURST, now);
    this.#refusals = new TokenBucket(REFUSALS_PER_SECOND, REFUSALS_BURST, now);
  }

  take(): FrameVerdict {
    if (this.#frames.take()) return { kind: "taken" };
    if (!this.#refusals.take()) return { kind: "flood" };
    const now = this.#now();
    this.#promisedUntil = Math.max(this.#promisedUntil, now) + 1_000 / FRAMES_PER_SECOND;
    return { kind: "refused", retryAfterSeconds: Math.ceil((this.#promisedUntil - now) / 1_000) };
  }
}

export function tooManyFrames({ retryAfterSeconds }: { retryAfterSeconds: number }): ServiceError {
  const message = `Send ${FRAMES_PER_SECOND} frames a second at most. Send this one again later.`;
  return new ServiceError("rate_limited", message, { retryAfterSeconds });
}
