import { factsOf, type RealtimeOptions, tokenOf } from "./options";

const AGAIN_MS = 5_000;

interface Reactions {
  send(frame: object): void;
  /** Somebody else is signed in now, or nobody. */
  onOtherUser(): void;
}

/** Proves the owner of a connection, at its beginning and before each token ends. */
export class Authentication {
  readonly #options: RealtimeOptions;
  readonly #reactions: Reactions;
  #userId: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Tells the end of a connection while a token is fetched for it. */
  #round = 0;

  constructor(options: RealtimeOptions, reactions: Reactions) {
    this.#options = options;
    this.#reactions = reactions;
  }

  /** Rejects where it can't be told who is signed in. */
  async begin(): Promise<void> {
    const round = this.#round;
    const token = await tokenOf(this.#options);
    if (round !== this.#round) return;
    this.#userId = token === null ? undefined : factsOf(token).userId;
    this.#say(token);
  }

  renew(): void {
    clearTimeout(this.#timer);
    const round = this.#round;
    tokenOf(this.#options).then(
      (token) => {
        if (round !== this.#round) return;
        if (token === null || factsOf(token).userId !== this.#userId) this.#reactions.onOtherUser();
        else this.#say(token);
      },
      () => {
        if (round === this.#round) this.#later(AGAIN_MS);
      },
    );
  }

  stop(): void {
    this.#round += 1;
    clearTimeout(this.#timer);
  }

  #say(token: string | null): void {
    const { projectId, publicKey: key } = this.#options;
    this.#reactions.send({ type: "auth", projectId, key, ...(token === null ? {} : { token }) });
    if (token !== null) this.#later(Math.max(AGAIN_MS, factsOf(token).useMs));
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.renew(), milliseconds);
  }
}
