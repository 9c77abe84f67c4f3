const MAX_BATCH_SIZE = 100;
/**
 * Postgres supposes ten elements of an array it does not know. For a shorter one it finds a plan of its own cheaper
 * than the kept one and plans each time, which takes longer than the statement.
 */
const MIN_KEYS = 10;
/** A statement keeps the next one waiting for at most this long, so that one that hangs does not hold up the rest. */
const PATIENCE_MS = 5;

interface Load<Key, Value> {
  key: Key;
  name: string;
  resolve: (value: Value | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns a function that loads a row by its key, many callers by one statement. One statement is under way at a time,
 * and the loads asked for meanwhile share the next, so each row is read after it was asked for. Nothing is cached.
 * `findAll` gets every key, some repeated, and returns the values by name: a missing one loads as `null`, and an
 * `Error` rejects the loads of its key alone.
 */
export function createBatchLoader<Key, Value>(
  nameOf: (key: Key) => string,
  findAll: (keys: Key[]) => Promise<ReadonlyMap<string, Value | Error>>,
): (key: Key) => Promise<Value | null> {
  const waiting: Load<Key, Value>[] = [];
  let underWay = 0;
  let patience: NodeJS.Timeout | undefined;

  const send = async (batch: Load<Key, Value>[]): Promise<void> => {
    underWay += 1;
    try {
      const found = await findAll(keysOf(batch));
      for (const { name, resolve, reject } of batch) {
        const value = found.get(name) ?? null;
        if (value instanceof Error) reject(value);
        else resolve(value);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      if (waiting.length > 0) setImmediate(sendAll);
    }
  };
  const sendAll = (): void => {
    clearTimeout(patience);
    patience = undefined;
    while (waiting.length > 0) void send(waiting.splice(0, MAX_BATCH_SIZE));
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, name: nameOf(key), resolve, reject });
      if (underWay > 0) patience ??= setTimeout(sendAll, PATIENCE_MS);
      // Node reads the sockets one after the other in a turn of the event loop, and `setImmediate` runs after them.
      else if (waiting.length === 1) setImmediate(sendAll);
    });
}

/** Returns each key of the batch once, and all of them again until there are `MIN_KEYS`. */
function keysOf<Key, Value>(batch: Load<Key, Value>[]): Key[] {
  const keys = [...new Map(batch.map(({ key, name }) => [name, key])).values()];
  while (keys.length < MIN_KEYS) keys.push(...keys);
  return keys;
}

/** Returns the name of a hash, as Postgres' `encode(…, 'hex')` writes it. */
export function hexOf(hash: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString("hex");
}
