import { startPatience } from "@/lib/core/patience";
import type { RealtimeTimes } from "./times";

/** Node's timers take no longer time. */
const LONGEST_MS = 2 ** 31 - 1;

interface Reactions {
  onExpired(): void;
  /** No valid `auth` came in time. */
  onOverdue(): void;
}

/** The time at which a socket must prove its owner: soon after it was opened, and when its user's token ends. */
export class TokenTimer {
  readonly #times: RealtimeTimes;
  readonly #reactions: Reactions;
  #end = () => {};

  constructor(times: RealtimeTimes, reactions: Reactions) {
    this.#times = times;
    this.#reactions = reactions;
    this.#await();
  }

  /** Follows the foundation of the socket, such as the user's token, from now on; visitors have none. */
  follow(token: { expiresAt: number } | null, now: Date): void {
    this.stop();
    if (token === null) return;
    const left = token.expiresAt - now.getTime() + this.#times.grace;
    const expire = () => {
      this.#reactions.onExpired();
      this.#await();
    };
    const timer = setTimeout(expire, Math.min(Math.max(0, left), LONGEST_MS)).unref();
    this.#end = () => clearTimeout(timer);
  }

  stop(): void {
    this.#end();
  }

  #await(): void {
    this.#end = startPatience(this.#times.auth, () => this.#reactions.onOverdue(), { keepsProcess: false });
  }
}
