import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { type Counters, countedSince, readCounters } from "./counters";
import { describeOtherRows } from "./other-rows";
import { OtherRowsError } from "./rows-not-kept";

/** Objects of lower numbers are PostgreSQL's own. */
const FIRST_OWN_OID = 16_384;

/** Throws `OtherRowsError` when rows of any table but the catalogs were changed since `before`. */
export async function requireNoRows(session: CustomerSession, before: Counters): Promise<void> {
  const since = await countSince(session, before);
  await requireNone(session, new Map([...since].filter(([oid]) => Number(oid) >= FIRST_OWN_OID)));
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
