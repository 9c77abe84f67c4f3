import type { CustomerSession } from "@/lib/core/ports/customer-session";

/**
 * Runs `work` where unqualified names mean what Postgres itself defines, in the transaction that is open; the customer's
 * own search path is back afterwards.
 */
export async function inCatalog<T>(session: CustomerSession, work: () => Promise<T>): Promise<T> {
  const before = await session.query(
    `SELECT pg_catalog.current_setting('search_path'),
       pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true)`,
  );
  const answer = await work();
  await session.query("SELECT pg_catalog.set_config('search_path', $1, true)", [before.rows[0]?.[0] ?? ""]);
  return answer;
}
