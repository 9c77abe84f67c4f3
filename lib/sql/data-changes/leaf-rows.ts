import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import type { RecordedTable, RowValues } from "./recorded-rows";
import { RowsNotKeptError } from "./rows-not-kept";
import { describeTarget, type Target } from "./target";

type Counts = [inserted: number, updated: number, deleted: number];

export interface ChangedRow {
  /** The table that holds the row: the target itself, or a partition of it. */
  table: Target;
  row: RecordedTable["rows"][number];
  /** The place of the new row; `null` for a deleted one. */
  place: string | null;
}

/**
 * Reads the columns that `addReturning` added. A row that moved between partitions was deleted in one and inserted in
 * another. Throws `RowsNotKeptError`.
 */
export async function readChangedRows(
  session: CustomerSession,
  target: Target,
  { results, added }: { results: readonly RowValues[]; added: number },
  partitions: Map<string, Target> = new Map(),
): Promise<{ rows: ChangedRow[]; counts: Map<string, Counts> }> {
  const rows: ChangedRow[] = [];
  const counts = new Map<string, Counts>();
  const add = (table: Target, row: ChangedRow["row"], place: string | null) => {
    const count = counts.get(table.oid) ?? [0, 0, 0];
    count[row[0] === null ? 0 : row[1] === null ? 2 : 1] += 1;
    counts.set(table.oid, count);
    rows.push({ table, row, place });
  };
  const half = 3 + target.columns.length;
  for (const values of results) {
    const own = values.slice(values.length - added);
    const [oldOid = null, newOid = null, place = null] = own;
    const from = oldOid && (await tableOf(session, target, oldOid, partitions));
    const to = newOid && (await tableOf(session, target, newOid, partitions));
    const before = from && inOrderOf(from, target, own.slice(3, half));
    const after = to && inOrderOf(to, target, own.slice(half));
    if (from && to && from !== to) {
      add(from, [before || null, null], null);
      add(to, [null, after || null], place);
    } else if (from || to) add((from || to) as Target, [before || null, after || null], place);
  }
  return { rows, counts };
}

async function tableOf(
  session: CustomerSession,
  target: Target,
  oid: string,
  partitions: Map<string, Target>,
): Promise<Target> {
  if (oid === target.oid) return target;
  if (target.kind !== "partitioned table") throw new RowsNotKeptError("Its table was a different one when it ran.");
  const known = partitions.get(oid);
  if (known) return known;
  const partition = await inCatalog(session, () => describeTarget(session, oid));
  if (!partition) throw new RowsNotKeptError("Its partition no longer exists.");
  if (partition.unfit !== null) throw new RowsNotKeptError(`One of its partitions: ${partition.unfit}`);
  partitions.set(oid, partition);
  return partition;
}

/** Returns the values in the order of the partition's columns, which may differ from that of the table. */
function inOrderOf(table: Target, target: Target, values: RowValues): RowValues {
  if (table === target) return values;
  const byName = new Map(target.columns.map(({ name }, index) => [name, values[index] ?? null]));
  return table.columns.map(({ name }) => byName.get(name) ?? null);
}
