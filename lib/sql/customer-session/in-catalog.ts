import type { CustomerSession } from "@/lib/core/ports/customer-session";

/** Runs `work` in the open transaction with names found in pg_catalog alone, then restores the search path. */
export async function inCatalog<T>(session: CustomerSession, work: () => Promise<T>): Promise<T> {
  const before = await session.query(
    `SELECT pg_catalog.current_setting('search_path'),
       pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true)`,
  );
  const answer = await work();
  await session.query("SELECT pg_catalog.set_config('search_path', $1, true)", [before.rows[0]?.[0] ?? ""]);
  return answer;
}
