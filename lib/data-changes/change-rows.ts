import { ServiceError } from "@/lib/errors";
import type { TenantSession } from "@/lib/ports/tenant-session";
import { quoteName, quoteQualified } from "@/lib/tenant/names";
import type { RowChange } from "./apply";
import { countSince, lockTarget, RowsNotKeptError, readRows, recordOf, requireCounts } from "./capture";
import { ChangeConflictError } from "./change-conflict";
import type { Counters } from "./counters";
import type { RecordedTable, RowValues } from "./recorded-rows";
import type { Target } from "./target";

type Counts = [inserted: number, updated: number, deleted: number];

/** Applies the changes in order, in the open transaction. Answers what was done, in as few parts as undo can tell apart. */
export async function changeRows(session: TenantSession, changes: readonly RowChange[]): Promise<RecordedTable[]> {
  // What is typed and shown in the dashboard is in UTC.
  await session.query("SELECT pg_catalog.set_config('TimeZone', 'UTC', true)");
  const targets = new Map<string, Target>();
  let before: Counters | null = null;
  for (const { table } of changes) {
    const name = quoteQualified(table);
    if (targets.has(name)) continue;
    const found = await lockTarget(session, name);
    if (!found) throw new ServiceError("invalid_request", `There is no table ${name}.`);
    if (found.target.unfit !== null) throw new RowsNotKeptError(found.target.unfit);
    targets.set(name, found.target);
    before ??= found.before;
  }
  const parts = new Parts();
  const counts = new Map<string, Counts>();
  for (const change of changes) {
    const target = targets.get(quoteQualified(change.table));
    if (!target) continue;
    const done = await changeRow(session, target, change);
    const count = counts.get(target.oid) ?? [0, 0, 0];
    counts.set(target.oid, count.map((value, index) => value + (done.counts[index] ?? 0)) as Counts);
    for (const row of done.rows) parts.add(target, row);
  }
  requireCounts(await countSince(session, before ?? new Map()), counts);
  return parts.tables;
}

/** A part touches no row twice, so that each can be found as the part left it. */
class Parts {
  readonly tables: RecordedTable[] = [];
  #touched = new Set<string>();
  #target: Target | null = null;

  add(target: Target, row: RecordedTable["rows"][number]): void {
    const keys = row.flatMap((values) => (values === null ? [] : [keyOf(target, values)]));
    const current = this.tables.at(-1);
    if (current && this.#target === target && !keys.some((key) => this.#touched.has(key))) current.rows.push(row);
    else {
      this.tables.push(recordOf(target, [row]));
      this.#touched = new Set();
      this.#target = target;
    }
    for (const key of keys) this.#touched.add(key);
  }
}

function keyOf({ key, columns }: Target, values: RowValues): string {
  const names = key && new Set(key.map(({ name }) => name));
  return JSON.stringify(values.filter((_, index) => names === null || names.has(columns[index]?.name ?? "")));
}

async function changeRow(session: TenantSession, target: Target, change: RowChange) {
  const place = change.kind === "insert" ? null : await findRow(session, target, change);
  const values = change.kind === "delete" ? {} : change.values;
  const names = Object.keys(values);
  const typed = names.map((name, index) => `$${index + (place === null ? 1 : 2)}::${typeOf(target, name)}`);
  const table = quoteQualified(target);
  const own = target.columns.map(({ name }) => quoteName(name));
  const added = 2 + 2 * own.length;
  const returning = `RETURNING WITH (OLD AS old_row, NEW AS new_row) old_row.tableoid, new_row.tableoid,
    ${["old_row", "new_row"].flatMap((row) => own.map((column) => `${row}.${column}`)).join(", ")}`;
  const text =
    change.kind === "insert"
      ? `INSERT INTO ${table} ${insertedValues(target, names, typed)}`
      : change.kind === "update"
        ? `UPDATE ONLY ${table} SET ${names.map((name, index) => `${quoteName(name)} = ${typed[index]}`).join(", ")} ${AT_PLACE}`
        : `DELETE FROM ONLY ${table} ${AT_PLACE}`;
  if (change.kind === "update" && names.length === 0) return { rows: [], counts: [0, 0, 0] as Counts };
  const parameters = [...(place === null ? [] : [place]), ...Object.values(values)];
  const result = await session.query(`${text} ${returning}`, parameters);
  return readRows(result.rows, added, target);
}

const AT_PLACE = "WHERE ctid OPERATOR(pg_catalog.=) $1::pg_catalog.tid";

function insertedValues(target: Target, names: readonly string[], typed: readonly string[]): string {
  if (names.length === 0) return "DEFAULT VALUES";
  const isOverriding = target.columns.some(({ name, identity }) => identity === "a" && names.includes(name));
  return `(${names.map(quoteName).join(", ")}) ${isOverriding ? "OVERRIDING SYSTEM VALUE" : ""} VALUES (${typed.join(", ")})`;
}

/** Where the row is, locked against others. Throws `ChangeConflictError`. */
async function findRow(
  session: TenantSession,
  target: Target,
  change: Exclude<RowChange, { kind: "insert" }>,
): Promise<string> {
  const names = Object.keys(change.key);
  const { key } = target;
  if (!key || key.length !== names.length || key.some(({ name }) => !names.includes(name))) {
    throw new ServiceError("invalid_request", "A row is found by all columns of its table's key, and by no other.");
  }
  const conditions = key.map(
    ({ name, operator }, index) => `t.${quoteName(name)} ${operator} $${index + 1}::${typeOf(target, name)}`,
  );
  const columns = target.columns.map(({ name }) => `t.${quoteName(name)}`).join(", ");
  const { rows } = await session.query(
    `SELECT t.ctid, ${columns} FROM ONLY ${quoteQualified(target)} AS t WHERE ${conditions.join(" AND ")} FOR UPDATE`,
    key.map(({ name }) => change.key[name] ?? null),
  );
  const [ctid = null, ...values] = rows[0] ?? [];
  const now = Object.fromEntries(target.columns.map(({ name }, index) => [name, values[index] ?? null]));
  const expected = Object.entries(change.expected ?? {});
  if (ctid !== null && expected.every(([name, value]) => now[name] === value)) return ctid;
  const conflict = {
    table: change.table,
    key: change.key,
    left: change.expected ?? null,
    now: ctid === null ? null : now,
  };
  throw new ChangeConflictError(
    ctid === null ? "The row is not there any more." : "Somebody else changed the row since you saw it.",
    [conflict],
  );
}

function typeOf(target: Target, name: string): string {
  const column = target.columns.find((one) => one.name === name);
  if (!column) throw new ServiceError("invalid_request", `The table has no column ${quoteName(name)} that can be set.`);
  return `${quoteName(column.typeSchema)}.${quoteName(column.typeName)}`;
}
