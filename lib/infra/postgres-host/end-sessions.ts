import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { HostUnavailableError } from "@/lib/core/errors";

const END_SESSIONS_WITHIN_MS = 10_000;

/**
 * Ends every session of a database or of a role that began before the call, and returns their number. A session that was
 * signing in shows up late, so it looks until it finds none. Later sessions have the role's new password, and stay.
 */
export async function endUntilNone(client: pg.ClientBase, column: "datname" | "usename", id: string): Promise<number> {
  const deadline = performance.now() + END_SESSIONS_WITHIN_MS;
  const called = await client.query<{ at: string }>("SELECT clock_timestamp()::text AS at");
  let ended = 0;
  while (performance.now() < deadline) {
    const result = await client.query<{ terminated: boolean }>(
      `SELECT pg_terminate_backend(pid, 5000) AS terminated FROM pg_stat_activity
       WHERE ${column} = $1 AND pid <> pg_backend_pid() AND backend_type = 'client backend'
         AND backend_start <= $2::timestamptz`,
      [id, called.rows[0]?.at],
    );
    if (result.rowCount === 0) return ended;
    ended += result.rows.filter((row) => row.terminated).length;
    if (result.rows.some((row) => !row.terminated)) await delay(50);
  }
  throw new HostUnavailableError("The database's connections couldn't be closed in time.");
}
