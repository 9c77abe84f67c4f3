import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { arrayLiteral, quoteTable } from "@/lib/sql/customer-session/quoting";
import type { Conflict } from "./change-conflict";
import type { RecordedColumn, RowValues } from "./recorded-rows";

/** More conflicts than pages show. */
const MAX_NAMED = 50;

/** Returns kept rows as pages show them: with the names of database objects, of which the numbers are kept. */
export async function nameObjects<Row extends RowValues | null>(
  session: CustomerSession,
  columns: readonly RecordedColumn[],
  rows: readonly Row[],
): Promise<Row[]> {
  const named = rows.map((row) => (row === null ? row : ([...row] as Row)));
  for (const [index, column] of columns.entries()) {
    if (!column.keptAs) continue;
    const values = [...new Set(rows.flatMap((row) => row?.[index] ?? []))];
    const type = quoteTable({ schema: column.typeSchema, name: column.typeName });
    const text = `SELECT v, v::${column.keptAs}::${type}::text FROM unnest($1::text[]) AS v`;
    const found = await inCatalog(session, () => session.query(text, [arrayLiteral(values)]));
    const names = new Map(found.rows.map(([value, name]) => [value, name ?? null]));
    for (const row of named) {
      const value = row?.[index] ?? null;
      if (row !== null && value !== null) row[index] = names.get(value) ?? value;
    }
  }
  return named;
}

/** Returns conflicts with the names of database objects. */
export async function nameConflicts(
  session: CustomerSession,
  { columns }: { columns: readonly RecordedColumn[] },
  conflicts: readonly Conflict[],
): Promise<Conflict[]> {
  if (columns.every(({ keptAs }) => !keptAs)) return [...conflicts];
  const nameIn = async <Values extends Conflict["left"]>(values: Values): Promise<Values> => {
    if (values === null) return values;
    const own = columns.filter(({ name }) => Object.hasOwn(values, name));
    const [row = []] = await nameObjects(session, own, [own.map(({ name }) => values[name] ?? null)]);
    return Object.fromEntries(own.map(({ name }, index) => [name, row[index] ?? null])) as Values;
  };
  const named: Conflict[] = [];
  for (const { table, key, left, now } of conflicts.slice(0, MAX_NAMED)) {
    named.push({ table, key: await nameIn(key), left: await nameIn(left), now: await nameIn(now) });
  }
  return [...named, ...conflicts.slice(MAX_NAMED)];
}
