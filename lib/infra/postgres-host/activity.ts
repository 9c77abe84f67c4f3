import type pg from "pg";
import type { DatabaseActivity, DatabaseState } from "@/lib/core/ports/database-host";

export async function readState(client: pg.ClientBase, id: string): Promise<DatabaseState> {
  const { rows } = await client.query<{ state: DatabaseState }>(
    `SELECT CASE WHEN datconnlimit = -2 THEN 'broken' WHEN datallowconn THEN 'open' ELSE 'closed' END AS state
     FROM pg_database WHERE datname = $1`,
    [id],
  );
  return rows[0]?.state ?? "absent";
}

/**
 * Returns how far the counters of a database are, and whether it has sessions. Sessions report their counts at the
 * latest before they vanish from pg_stat_activity, so they are read first. The counters start anew with the database's
 * oid and when the cluster loses its statistics.
 */
export async function readActivity(client: pg.ClientBase, id: string): Promise<DatabaseActivity> {
  const sessions = await client.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND backend_type IS DISTINCT FROM 'autovacuum worker' LIMIT 1",
    [id],
  );
  const counters = await client.query<{ mark: string }>(
    `SELECT concat_ws('/', datid, extract(epoch FROM w.stats_reset), extract(epoch FROM d.stats_reset),
       xact_commit + xact_rollback) AS mark
     FROM pg_stat_database AS d, pg_stat_wal AS w WHERE datname = $1`,
    [id],
  );
  const mark = counters.rows[0]?.mark;
  if (mark === undefined) throw new Error("there is no such database on the host");
  return { mark, hasSessions: sessions.rowCount !== 0 };
}
