import type { CustomerSession } from "@/lib/core/ports/customer-session";

/** The numbers of rows that the open transaction inserted, updated and deleted, by table. Catalogs are tables too. */
export type Counters = ReadonlyMap<string, readonly [inserted: number, updated: number, deleted: number]>;

/** Reads the counters, without those of temporary tables. It must run within `inCatalog`. */
export async function readCounters(session: CustomerSession): Promise<Counters> {
  const { rows } = await session.query(`
    SELECT * FROM (
      SELECT oid, pg_stat_get_xact_tuples_inserted(oid) AS i, pg_stat_get_xact_tuples_updated(oid) AS u,
        pg_stat_get_xact_tuples_deleted(oid) AS d
      FROM pg_class WHERE relkind IN ('r', 'm') AND relpersistence <> 't') AS counted
    WHERE i <> 0 OR u <> 0 OR d <> 0`);
  return new Map(rows.map(([oid, ...counts]) => [oid ?? "", counts.map(Number) as [number, number, number]]));
}

export function countedSince(before: Counters, after: Counters): Counters {
  const since = new Map<string, readonly [number, number, number]>();
  // TRUNCATE forgets the rows that the transaction has counted before.
  for (const oid of new Set([...before.keys(), ...after.keys()])) {
    const [inserted, updated, deleted] = after.get(oid) ?? [0, 0, 0];
    const [i, u, d] = before.get(oid) ?? [0, 0, 0];
    if (inserted !== i || updated !== u || deleted !== d) since.set(oid, [inserted - i, updated - u, deleted - d]);
  }
  return since;
}
