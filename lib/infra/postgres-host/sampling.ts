import type pg from "pg";
import type { LimitedQuery } from "@/lib/core/db/limited-client";
import type { DatabaseFigures } from "@/lib/core/ports/database-host";

/** A sample that takes longer is of no use any more. */
const ANSWER_WITHIN_MS = 20_000;

const COUNTERS = [
  "commits",
  "rollbacks",
  "blocksRead",
  "blocksHit",
  "rowsReturned",
  "rowsInserted",
  "rowsUpdated",
  "rowsDeleted",
  "deadlocks",
  "tempBytes",
] as const satisfies readonly (keyof DatabaseFigures)[];

type Counter = (typeof COUNTERS)[number];

/** A waiting session reports it in pg_stat_activity; reading `pg_locks` would delay every session that takes a lock. */
const FIGURES = `
  SELECT datname AS id, coalesce(clients, 0)::int AS connections, coalesce(waiting, 0)::int AS "locksWaiting",
    xact_commit AS commits, xact_rollback AS rollbacks, blks_read AS "blocksRead", blks_hit AS "blocksHit",
    tup_returned AS "rowsReturned", tup_inserted AS "rowsInserted", tup_updated AS "rowsUpdated",
    tup_deleted AS "rowsDeleted", deadlocks, temp_bytes AS "tempBytes"
  FROM pg_stat_database LEFT JOIN (
    SELECT datid, count(*) AS clients, count(*) FILTER (WHERE wait_event_type = 'Lock') AS waiting
    FROM pg_stat_activity WHERE backend_type = 'client backend' GROUP BY datid
  ) AS activity USING (datid)
  WHERE datname ~ '^db_[0-9a-z]{20}$'`;

/** Returns the figures of all databases of the host by one statement, without connecting to any of them. */
export async function readFigures(client: pg.PoolClient): Promise<DatabaseFigures[]> {
  const { rows } = await client.query<Omit<DatabaseFigures, Counter> & Record<Counter, string>>({
    text: FIGURES,
    answerWithinMs: ANSWER_WITHIN_MS,
  } as LimitedQuery);
  return rows.map((row) => ({ ...row, ...countersOf(row) }));
}

/** Returns the size of each database that exists, for which Postgres looks at every one of its files. */
export async function readSizes(client: pg.PoolClient, ids: readonly string[]): Promise<Map<string, bigint>> {
  // A database that is dropped meanwhile has no size by its oid; by its name it would be an error.
  const { rows } = await client.query<{ id: string; bytes: string | null }>({
    text: "SELECT datname AS id, pg_database_size(oid) AS bytes FROM pg_database WHERE datname = ANY ($1::name[])",
    values: [ids],
    answerWithinMs: ANSWER_WITHIN_MS,
  } as LimitedQuery);
  return new Map(rows.flatMap(({ id, bytes }) => (bytes === null ? [] : [[id, BigInt(bytes)]])));
}

function countersOf(row: Record<Counter, string>): Record<Counter, bigint> {
  return Object.fromEntries(COUNTERS.map((name) => [name, BigInt(row[name])])) as Record<Counter, bigint>;
}
