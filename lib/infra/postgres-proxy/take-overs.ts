/** Takes over the objects that functions have made, at one time once for each database. */
export class TakeOvers {
  readonly #takeOver: (databaseId: string) => Promise<void>;
  readonly #running = new Map<string, Promise<void>>();
  readonly #askedAgain = new Set<string>();

  /** A take-over that fails is tried again at the end of the next session. */
  constructor(takeOver: (databaseId: string) => Promise<void>) {
    this.#takeOver = takeOver;
  }

  ask(databaseId: string): void {
    if (this.#running.has(databaseId)) this.#askedAgain.add(databaseId);
    else this.#running.set(databaseId, this.#run(databaseId));
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #run(databaseId: string): Promise<void> {
    do {
      this.#askedAgain.delete(databaseId);
      await this.#takeOver(databaseId).catch(() => undefined);
    } while (this.#askedAgain.has(databaseId));
    this.#running.delete(databaseId);
  }
}
