import { KnownRows } from "./change-mark";
import { changesOf, type Database } from "./client";

const MAX_BATCH_SIZE = 100;
/** Postgres assumes ten array elements; for fewer it plans anew each time, which takes longer than the statement. */
const MIN_KEYS = 10;
/** A statement holds up the next one for at most this long, so that a hanging one does not block the rest. */
const PATIENCE_MS = 5;

interface Load<Key, Value> {
  key: Key;
  name: string;
  resolve: (value: Value | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns a function that loads a row by its key; loads that arrive while a statement runs share the next one. Rows are
 * known until anything is written (docs/decisions/246), and callers leave them as they are. A key that `findAll` leaves
 * out loads as `null`, and an `Error` rejects the loads of its key alone.
 */
export function createBatchLoader<Key, Value>(
  db: Database,
  nameOf: (key: Key) => string,
  findAll: (keys: Key[]) => Promise<ReadonlyMap<string, Value | Error>>,
): (key: Key) => Promise<Value | null> {
  const known = new KnownRows<Value>(changesOf(db));
  const waiting: Load<Key, Value>[] = [];
  let underWay = 0;
  let patience: NodeJS.Timeout | undefined;

  const send = async (batch: Load<Key, Value>[]): Promise<void> => {
    underWay += 1;
    const keep = known.keeper();
    try {
      const found = await findAll(keysOf(batch));
      for (const { name, resolve, reject } of batch) {
        const value = found.get(name) ?? null;
        if (value instanceof Error) reject(value);
        else resolve(value);
        if (value !== null && !(value instanceof Error)) keep(name, value);
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
  return (key) => {
    const name = nameOf(key);
    const row = known.get(name);
    if (row !== undefined) return Promise.resolve(row);
    return new Promise((resolve, reject) => {
      waiting.push({ key, name, resolve, reject });
      if (underWay > 0) patience ??= setTimeout(sendAll, PATIENCE_MS);
      // Node reads all sockets in one turn of the event loop, and `setImmediate` runs after them.
      else if (waiting.length === 1) setImmediate(sendAll);
    });
  };
}

function keysOf<Key, Value>(batch: Load<Key, Value>[]): Key[] {
  const keys = [...new Map(batch.map(({ key, name }) => [name, key])).values()];
  while (keys.length < MIN_KEYS) keys.push(...keys);
  return keys;
}

export function hexOf(hash: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString("hex");
}
