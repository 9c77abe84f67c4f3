import type pg from "pg";
import { FILE_COPY_LOCK } from "@/lib/core/file-copy-lock";

type Strategy = "FILE_COPY" | "WAL_LOG";

/** Copies a database by file, if that is wanted and no base backup runs or begins meanwhile, else through the WAL. */
export async function withFileCopies<T>(
  client: pg.PoolClient,
  isWanted: boolean,
  copy: (strategy: Strategy) => Promise<T>,
): Promise<T> {
  if (!isWanted || !(await tryShare(client))) return copy("WAL_LOG");
  try {
    return await copy("FILE_COPY");
  } finally {
    await client.query("SELECT pg_advisory_unlock_shared(hashtextextended($1, 0))", [FILE_COPY_LOCK]);
  }
}

async function tryShare(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    "SELECT pg_try_advisory_lock_shared(hashtextextended($1, 0)) AS held",
    [FILE_COPY_LOCK],
  );
  return rows[0]?.held === true;
}
