import { createHash } from "node:crypto";
import type { Client } from "pg";
import { DamageError } from "../damage";
import type { BackupRepository } from "../repository";
import { objectName } from "../ship-objects";

const SAMPLES = 200;
const SAMPLED_BYTES = 256 * 1024 ** 2;

const OBJECTS = "FROM public.object_version WHERE status = 'ready'";

interface CheckedObjects {
  repository: BackupRepository;
  kept: ReadonlySet<string>;
  /** Those that were stored later may be on their way; `null` if none are. */
  before: Date | null;
  signal: AbortSignal;
}

/** A row is written a moment after its bytes. */
const SETTLED_MILLISECONDS = 60_000;

/**
 * Looks for the bytes of every object in the repository, reads a sample of them, and returns the number of samples.
 * Throws `DamageError` for bytes that are missing, or are others than those that were stored.
 */
export async function checkObjects(
  client: Client,
  { repository, kept, before, signal }: CheckedObjects,
): Promise<number> {
  const { rows: tables } = await client.query("SELECT to_regclass('public.object_version') AS made");
  if (tables[0]?.made === null) return 0;
  const { rows: all } = await client.query<{ id: string; at: Date }>(
    `SELECT bytes_id AS id, min(created_at) AS at ${OBJECTS} GROUP BY bytes_id`,
  );
  const until = before === null ? Number.POSITIVE_INFINITY : before.getTime() - SETTLED_MILLISECONDS;
  const missing = all.filter(({ id, at }) => !kept.has(id) && at.getTime() < until);
  const [first] = missing;
  if (first) throw new DamageError(`The bytes of ${missing.length} objects are missing, such as ${first.id}.`);
  const { rows: samples } = await client.query<{ id: string; size: string; digest: string }>(
    `SELECT bytes_id AS id, size, encode(sha256, 'hex') AS digest ${OBJECTS} ORDER BY random() LIMIT ${SAMPLES}`,
  );
  let [count, bytes] = [0, 0];
  for (const { id, size, digest } of samples) {
    if (!kept.has(id)) continue;
    if (bytes > 0 && bytes + Number(size) > SAMPLED_BYTES) continue;
    const hash = createHash("sha256");
    for await (const chunk of await repository.read(objectName(id))) {
      signal.throwIfAborted();
      hash.update(chunk as Buffer);
    }
    if (hash.digest("hex") !== digest) throw new DamageError(`${objectName(id)} has other bytes than were stored.`);
    count += 1;
    bytes += Number(size);
  }
  return count;
}
