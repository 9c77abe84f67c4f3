import DataLoader from "dataloader";

const MAX_BATCH_SIZE = 100;
/**
 * As many elements as Postgres supposes of an array it does not know. For a shorter one it would find a plan of its own
 * cheaper than the kept one, and plan each time, which takes longer than the statement.
 */
const LEAST_KEYS = 10;
/** So long does a statement keep the next one waiting, in milliseconds: one that hangs must not hold up the rest. */
const PATIENCE = 5;

/**
 * Loads by key what every request needs, many requests by one statement. One statement of a kind is on its way at a
 * time, and what is asked for meanwhile shares the next, so each answer is read after it was asked for. Nothing is
 * remembered. `findAll` is given every key, some repeated; what it does not answer is `null`, and an `Error` fails its
 * own key.
 */
export function createBatchLoader<Key, Value>(
  nameOf: (key: Key) => string,
  findAll: (keys: Key[]) => Promise<ReadonlyMap<string, Value | Error>>,
): (key: Key) => Promise<Value | null> {
  const turns = new Turns();
  const findEach = async (keys: readonly Key[]): Promise<(Value | Error | null)[]> => {
    const names = keys.map(nameOf);
    const asked = [...new Map(keys.map((key, i) => [names[i], key])).values()];
    while (asked.length < LEAST_KEYS) asked.push(...asked);
    const found = await findAll(asked);
    return names.map((name) => found.get(name) ?? null);
  };
  const loader = new DataLoader((keys: readonly Key[]) => turns.take(() => findEach(keys)), {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    batchScheduleFn: (dispatch) => turns.wait(dispatch),
  });
  return (key) => loader.load(key);
}

/** The names of hashes, as `encode(…, 'hex')` writes them. */
export function hexOf(hash: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString("hex");
}

class Turns {
  #taken = 0;
  #waiting: (() => void)[] = [];
  #patience: NodeJS.Timeout | undefined;

  wait(dispatch: () => void): void {
    this.#waiting.push(dispatch);
    if (this.#taken > 0) this.#patience ??= setTimeout(this.#start, PATIENCE);
    // Sockets are read one after the other in a turn of the event loop, and `setImmediate` comes after all of them.
    else if (this.#waiting.length === 1) setImmediate(this.#start);
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    this.#taken += 1;
    try {
      return await work();
    } finally {
      this.#taken -= 1;
      if (this.#waiting.length > 0) setImmediate(this.#start);
    }
  }

  readonly #start = (): void => {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    for (const dispatch of this.#waiting.splice(0)) dispatch();
  };
}
