import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { type Counters, countedSince, readCounters } from "./counters";
import { describeOtherRows } from "./other-rows";
import { OtherRowsError } from "./rows-not-kept";
import { readFilesBeside, tablesOfOtherFiles } from "./table-files";

/** Objects of lower numbers are PostgreSQL's own. */
const FIRST_OWN_OID = 16_384;

/**
 * Runs a statement that may change definitions, and rows of a table only by writing that table anew. Throws
 * `OtherRowsError` when it changed rows of any other.
 */
export async function queryWithoutRows<T>(
  session: CustomerSession,
  tableOid: string | null,
  query: () => Promise<T>,
): Promise<T> {
  const read = () =>
    inCatalog(session, async () => ({
      counters: await readCounters(session),
      files: await readFilesBeside(session, tableOid),
    }));
  const before = await read();
  const result = await query();
  const after = await read();
  const counted = countedSince(before.counters, after.counters);
  const emptied = tablesOfOtherFiles(before.files, after.files);
  const others = new Map<string, readonly [number, number, number]>(emptied.map((oid) => [oid, [0, 0, 0]]));
  for (const [oid, counts] of counted) if (Number(oid) >= FIRST_OWN_OID) others.set(oid, counts);
  await requireNone(session, others);
  return result;
}

/** Throws `OtherRowsError`, which names the tables, unless the counters are empty. */
export async function requireNone(session: CustomerSession, since: Counters): Promise<void> {
  const others = new Map([...since].map(([oid, counts]) => [oid, counts.reduce((sum, one) => sum + one, 0)]));
  if (others.size > 0) throw new OtherRowsError(await describeOtherRows(session, others, []));
}

async function countSince(session: CustomerSession, before: Counters): Promise<Counters> {
  return countedSince(before, await inCatalog(session, () => readCounters(session)));
}

/** Throws `OtherRowsError` when anything was changed since `before` but this many rows of each table. */
export async function requireOnly(
  session: CustomerSession,
  before: Counters,
  expected: Counters = new Map(),
): Promise<void> {
  const counted = await countSince(session, before);
  const others = new Map<string, number>();
  for (const oid of new Set([...counted.keys(), ...expected.keys()])) {
    const [own, other] = [counted.get(oid) ?? [0, 0, 0], expected.get(oid) ?? [0, 0, 0]];
    const count = own.reduce((sum, one, index) => sum + Math.abs(one - (other[index] ?? 0)), 0);
    if (count > 0) others.set(oid, count);
  }
  if (others.size > 0) throw new OtherRowsError(await describeOtherRows(session, others, [...expected.keys()]));
}
