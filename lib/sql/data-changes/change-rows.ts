import { ServiceError } from "@/lib/core/errors";
import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import type { Counters } from "./counters";
import { type ChangedRow, readChangedRows } from "./leaf-rows";
import { lockTarget } from "./lock-target";
import type { RecordedTable, RowValues } from "./recorded-rows";
import { requireOnly } from "./require-only";
import { addToPart, type ChangedPart, requireReversible, startPart } from "./reversible";
import type { RowChange } from "./row-change";
import { returningRows, writeRow } from "./row-statement";
import { RowsNotKeptError } from "./rows-not-kept";
import type { Target } from "./target";

type Counts = [inserted: number, updated: number, deleted: number];

/** Applies the changes in order, in the open transaction, and returns as few parts as undo can tell apart. */
export async function changeRows(session: CustomerSession, changes: readonly RowChange[]): Promise<RecordedTable[]> {
  const { targets, before } = await lockTargets(session, changes);
  for (const { unfit } of targets.values()) {
    if (unfit !== null) throw new RowsNotKeptError(unfit);
  }
  const parts = new Parts();
  const counts = new Map<string, Counts>();
  const partitions = new Map<string, Target>();
  for (const change of changes) {
    const target = targets.get(quoteTable(change.table));
    if (!target) continue;
    const result = await writeRow(session, target, change, returningRows(target));
    if (!result) continue;
    const added = 3 + 2 * target.columns.length;
    const done = await readChangedRows(session, target, { results: result.rows, added }, partitions);
    for (const [oid, own] of done.counts) {
      const count = counts.get(oid) ?? [0, 0, 0];
      counts.set(oid, count.map((value, index) => value + (own[index] ?? 0)) as Counts);
    }
    for (const row of done.rows) parts.add(row);
  }
  await requireOnly(session, before, counts);
  await requireReversible(session, parts.parts);
  return parts.parts.map(({ recorded }) => recorded);
}

/**
 * Applies the changes in order, in the open transaction, and returns the number of rows. Other effects are allowed,
 * since a restore point undoes them. Throws `conflict` where a trigger kept a row from changing.
 */
export async function changeRowsUnkept(session: CustomerSession, changes: readonly RowChange[]): Promise<number> {
  const { targets } = await lockTargets(session, changes);
  let rowCount = 0;
  for (const change of changes) {
    const target = targets.get(quoteTable(change.table));
    if (!target) continue;
    const result = await writeRow(session, target, change, "");
    if (result?.rowCount === 0 && !target.hasRules) {
      throw new ServiceError("conflict", "A trigger on the table prevented the change.");
    }
    rowCount += result?.rowCount ?? 0;
  }
  return rowCount;
}

/** Tries the changes one by one and returns those that are refused. The caller rolls everything back. */
export async function* tryRows(
  session: CustomerSession,
  changes: readonly RowChange[],
): AsyncGenerator<{ index: number; error: StatementError | ServiceError }> {
  const { targets } = await lockTargets(session, changes);
  for (const [index, change] of changes.entries()) {
    const target = targets.get(quoteTable(change.table));
    if (!target) continue;
    await session.query("SAVEPOINT tried");
    try {
      await writeRow(session, target, change, "");
    } catch (error) {
      if (!(error instanceof StatementError || error instanceof ServiceError)) throw error;
      await session.query("ROLLBACK TO SAVEPOINT tried");
      yield { index, error };
    }
    await session.query("RELEASE SAVEPOINT tried");
  }
}

async function lockTargets(
  session: CustomerSession,
  changes: readonly RowChange[],
): Promise<{ targets: Map<string, Target>; before: Counters }> {
  // Values are typed and shown in UTC in the dashboard.
  await session.query("SELECT pg_catalog.set_config('TimeZone', 'UTC', true)");
  const targets = new Map<string, Target>();
  let before: Counters | null = null;
  for (const { table } of changes) {
    const name = quoteTable(table);
    if (targets.has(name)) continue;
    const found = await lockTarget(session, name);
    if (!found) throw new ServiceError("invalid_request", `The table ${name} doesn't exist.`);
    if (found.target.kind === "other") {
      throw new ServiceError("invalid_request", `Rows of ${name} can't be changed here. ${found.target.unfit}`);
    }
    targets.set(name, found.target);
    before ??= found.before;
  }
  return { targets, before: before ?? new Map() };
}

/** Collects changed rows in parts that touch no row twice, so that each row can be found as its part left it. */
class Parts {
  readonly parts: ChangedPart[] = [];
  #touched = new Set<string>();

  add(changed: ChangedRow): void {
    const { table, row } = changed;
    const keys = row.flatMap((values) => (values === null ? [] : [keyOf(table, values)]));
    const current = this.parts.at(-1);
    if (current && current.target === table && !keys.some((key) => this.#touched.has(key))) addToPart(current, changed);
    else {
      this.parts.push(startPart(changed));
      this.#touched = new Set();
    }
    for (const key of keys) this.#touched.add(key);
  }
}

function keyOf({ key, columns }: Target, values: RowValues): string {
  const names = key && new Set(key.map(({ name }) => name));
  return JSON.stringify(values.filter((_, index) => names === null || names.has(columns[index]?.name ?? "")));
}
