import type pg from "pg";
import { z } from "zod";
import type { LimitedQuery } from "@/lib/core/db/limited-client";
import type {
  DatabaseLimit,
  GuardBeat,
  GuardEvent,
  GuardReport,
  GuardRestriction,
  GuardVolume,
} from "@/lib/core/ports/host-guard";

const ANSWER_WITHIN_MS = 10_000;
const EVENTS_AT_ONCE = 1_000;

const Volume = z.object({
  purpose: z.string(),
  path: z.string(),
  freeBytes: z.number(),
  totalBytes: z.number(),
  reserveBytes: z.number().optional(),
});

const RESTRICTIONS = `SELECT database_id AS "databaseId", state, rule, since, until FROM host_guard.restriction`;

/** Returns the guard's entries after an event; `null` where the host has no tables for a guard. */
export async function readGuard(client: pg.PoolClient, afterEventId: bigint): Promise<GuardReport | null> {
  if (!(await hasGuardTables(client))) return null;
  // In one snapshot, so that a restriction is never older than the event that tells of it.
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const beats = await ask<Omit<GuardBeat, "volumes"> & { volumes: unknown }>(
    client,
    `SELECT at, started_at AS "startedAt", volumes FROM host_guard.beat`,
  );
  const restrictions = await ask<GuardRestriction>(client, RESTRICTIONS);
  const events = await ask<Omit<GuardEvent, "id"> & { id: string }>(
    client,
    `SELECT id, at, rule, act, database_id AS "databaseId", measured FROM host_guard.event
     WHERE id > $1 ORDER BY id LIMIT ${EVENTS_AT_ONCE}`,
    [afterEventId.toString()],
  );
  await client.query("COMMIT");
  const beat = beats[0];
  return {
    beat: beat ? { ...beat, volumes: volumesOf(beat.volumes) } : null,
    restrictions,
    events: events.map((event) => ({ ...event, id: BigInt(event.id) })),
  };
}

/** Returns the restriction of one database at this moment. */
export async function readRestriction(client: pg.ClientBase, id: string): Promise<GuardRestriction | null> {
  if (!(await hasGuardTables(client))) return null;
  return (await ask<GuardRestriction>(client, `${RESTRICTIONS} WHERE database_id = $1`, [id]))[0] ?? null;
}

/** Makes these the limits of the host, and writes only the differences. Does nothing where no guard could read them. */
export async function writeLimits(client: pg.PoolClient, limits: readonly DatabaseLimit[]): Promise<void> {
  if (!(await hasGuardTables(client))) return;
  await client.query("BEGIN");
  await ask(client, "LOCK TABLE host_guard.database_limit IN SHARE ROW EXCLUSIVE MODE");
  await ask(
    client,
    `WITH wanted AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS w(database_id text, organisation_id text, max_bytes bigint)
     ), gone AS (
       DELETE FROM host_guard.database_limit AS l
       WHERE NOT EXISTS (SELECT FROM wanted AS w WHERE w.database_id = l.database_id)
     )
     INSERT INTO host_guard.database_limit AS l (database_id, organisation_id, max_bytes) SELECT * FROM wanted
     ON CONFLICT (database_id) DO UPDATE SET organisation_id = excluded.organisation_id, max_bytes = excluded.max_bytes
     WHERE (l.organisation_id, l.max_bytes) IS DISTINCT FROM (excluded.organisation_id, excluded.max_bytes)`,
    [
      JSON.stringify(
        limits.map(({ databaseId, organisationId, maxBytes }) => ({
          ...{ database_id: databaseId, organisation_id: organisationId },
          max_bytes: maxBytes.toString(),
        })),
      ),
    ],
  );
  await client.query("COMMIT");
}

async function hasGuardTables(client: pg.ClientBase): Promise<boolean> {
  const [row] = await ask<{ isThere: boolean }>(
    client,
    `SELECT to_regclass('host_guard.database_limit') IS NOT NULL AS "isThere"`,
  );
  return row?.isThere === true;
}

async function ask<Row>(client: pg.ClientBase, text: string, values: unknown[] = []): Promise<Row[]> {
  const result = await client.query({ text, values, answerWithinMs: ANSWER_WITHIN_MS } as LimitedQuery);
  return result.rows as Row[];
}

/** Returns the volumes that can be read: the guard of a registered host may be of another version. */
function volumesOf(stored: unknown): GuardVolume[] {
  return (Array.isArray(stored) ? stored : []).flatMap((entry) => {
    const { data } = Volume.safeParse(entry);
    return data ? [data] : [];
  });
}
