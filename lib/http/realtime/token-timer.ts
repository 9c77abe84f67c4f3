import type { RealtimeTimes } from "./times";

/** Node's timers take no longer time. */
const LONGEST_MS = 2 ** 31 - 1;

interface Reactions {
  onExpired(): void;
  /** No valid `auth` came in time. */
  onOverdue(): void;
}

/** When a socket must say who it belongs to: soon after it was opened, and when its user's token ends. */
export class TokenTimer {
  readonly #times: RealtimeTimes;
  readonly #reactions: Reactions;
  #timer: NodeJS.Timeout | null = null;

  constructor(times: RealtimeTimes, reactions: Reactions) {
    this.#times = times;
    this.#reactions = reactions;
    this.#await();
  }

  /** Follows what the socket rests on, such as the user's token, from now on; visitors have none. */
  follow(token: { expiresAt: number } | null, now: Date): void {
    this.stop();
    if (token === null) return;
    const left = token.expiresAt - now.getTime() + this.#times.grace;
    this.#set(left, () => {
      this.#reactions.onExpired();
      this.#await();
    });
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #await(): void {
    this.#set(this.#times.auth, () => this.#reactions.onOverdue());
  }

  #set(milliseconds: number, react: () => void): void {
    this.#timer = setTimeout(react, Math.min(Math.max(0, milliseconds), LONGEST_MS)).unref();
  }
}
