import type pg from "pg";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import { SQLSTATE } from "@/lib/core/sql-state";

/** Takes the lock of a database for as long as the session has it, unless another session does. */
export async function tryLock(client: pg.PoolClient, id: string): Promise<boolean> {
  const result = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held", [
    id,
  ]);
  return result.rows[0]?.held === true;
}

/** Takes the lock of a database, for which it waits so long. Throws `database_not_ready`. */
export async function lock(client: pg.PoolClient, id: string, waitMs: number): Promise<void> {
  if (await tryLock(client, id)) return;
  try {
    await client.query(`SET lock_timeout = ${Math.max(1, Math.round(waitMs))}`);
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [id]);
    await client.query("SET lock_timeout = 0");
  } catch (error) {
    throw codeOf(error) === SQLSTATE.lockNotAvailable ? stillChanging(error) : error;
  }
}

export function stillChanging(cause?: unknown): ServiceError {
  return new ServiceError("database_not_ready", "Another change of this database is still running.", {
    retryAfterSeconds: 10,
    cause,
  });
}
