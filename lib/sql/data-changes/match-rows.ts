import { escapeIdentifier } from "pg";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { arrayLiteral, quoteTable } from "@/lib/sql/customer-session/quoting";
import type { Conflict } from "./change-conflict";
import type { RecordedTable, RowValues } from "./recorded-rows";
import { ownName, rowNames, rowOf } from "./row-type";
import { keptValue, type Target } from "./target";

export interface PlacedRow {
  ctid: string | null;
  from: RowValues | null;
  to: RowValues | null;
}

interface FoundRow {
  ctid: string;
  values: RowValues;
}

/** Returns the present places of the rows, and those that are not as expected. The caller holds a lock on the table. */
export async function matchRows(
  session: CustomerSession,
  target: Target,
  { rows }: Pick<RecordedTable, "rows">,
): Promise<{ rows: PlacedRow[]; conflicts: Conflict[] }> {
  const { key } = target;
  return key ? matchByKey(session, { ...target, key }, rows) : matchByValues(session, target, rows);
}

type KeyedTarget = Target & { key: NonNullable<Target["key"]> };

async function matchByKey(session: CustomerSession, target: KeyedTarget, rows: RecordedTable["rows"]) {
  const conflicts: Conflict[] = [];
  const found = await findByKey(
    session,
    target,
    rows.map(([from]) => from),
  );
  const placed = rows.map(([from, to], index): PlacedRow => {
    const row = found.get(index);
    if (from === null) return { ctid: null, from, to };
    if (!row || JSON.stringify(row.values) !== JSON.stringify(from)) {
      conflicts.push(conflictOf(target, from, row?.values ?? null));
    }
    return { ctid: row?.ctid ?? null, from, to };
  });
  const own = new Set(placed.map(({ ctid }) => ctid));
  const taken = await findByKey(
    session,
    target,
    rows.map(([, to]) => to),
  );
  for (const [index, row] of taken) {
    const from = rows[index]?.[0] ?? null;
    if (!own.has(row.ctid) && from === null) conflicts.push(conflictOf(target, null, row.values));
  }
  return { rows: placed, conflicts };
}

/** Returns the rows that have the keys of the given ones, by their index. */
async function findByKey(
  session: CustomerSession,
  target: KeyedTarget,
  rows: readonly (RowValues | null)[],
): Promise<Map<number, FoundRow>> {
  const wanted = rows.flatMap((values, index) => (values === null ? [] : [{ values, index }]));
  if (wanted.length === 0) return new Map();
  const table = quoteTable(target);
  const columns = target.columns.map((column) => keptValue("t", column)).join(", ");
  const number = ownName(target, "row number");
  const isSame = target.key.map(
    ({ name, operator }) => `t.${escapeIdentifier(name)} ${operator} s.${escapeIdentifier(name)}`,
  );
  const result = await session.query(
    `SELECT s.${number}, t.ctid, ${columns}
     FROM ROWS FROM (pg_catalog.unnest($1::${table}[])) WITH ORDINALITY AS s(${rowNames(target)}, ${number})
     JOIN ONLY ${table} AS t ON ${isSame.join(" AND ")}`,
    [arrayLiteral(wanted.map(({ values }) => rowOf(target, values)))],
  );
  return new Map(
    result.rows.map(([number, ctid, ...values]): [number, FoundRow] => [
      wanted[Number(number) - 1]?.index ?? -1,
      { ctid: ctid ?? "", values },
    ]),
  );
}

/** Matches rows that only their values tell apart: as many as were left must be there, whichever they are. */
async function matchByValues(session: CustomerSession, target: Target, rows: RecordedTable["rows"]) {
  const conflicts: Conflict[] = [];
  const wanted = new Map<string, { values: RowValues; count: number }>();
  for (const [from] of rows) {
    if (from === null) continue;
    const one = wanted.get(JSON.stringify(from)) ?? { values: from, count: 0 };
    wanted.set(JSON.stringify(from), { ...one, count: one.count + 1 });
  }
  const places = await findByValues(session, target, [...wanted.values()]);
  const left = new Map([...wanted.keys()].map((key, index) => [key, places.get(index) ?? []]));
  const placed = rows.map(([from, to]): PlacedRow => {
    if (from === null) return { ctid: null, from, to };
    const ctid = left.get(JSON.stringify(from))?.pop() ?? null;
    if (ctid === null) conflicts.push(conflictOf(target, from, null));
    return { ctid, from, to };
  });
  return { rows: placed, conflicts };
}

/** Finds rows by all their values, compared as Postgres writes them, since not every type has an equality. */
async function findByValues(
  session: CustomerSession,
  target: Target,
  wanted: readonly { values: RowValues; count: number }[],
): Promise<Map<number, string[]>> {
  if (wanted.length === 0) return new Map();
  const table = quoteTable(target);
  const [number, count] = [ownName(target, "row number"), ownName(target, "row count")];
  const written = (row: "t" | "s") => {
    const columns = target.columns.map((column) => keptValue(row, column)).join(", ");
    return `pg_catalog.textin(pg_catalog.record_out(ROW(${columns}))) COLLATE pg_catalog."C"`;
  };
  const result = await session.query(
    `SELECT f.number, f.ctid FROM (
       SELECT s.${number} AS number, t.ctid, s.${count} AS wanted,
         pg_catalog.row_number() OVER (PARTITION BY s.${number}) AS nth
       FROM ROWS FROM (pg_catalog.unnest($1::${table}[]), pg_catalog.unnest($2::pg_catalog.int8[]))
         WITH ORDINALITY AS s(${rowNames(target)}, ${count}, ${number})
       JOIN ONLY ${table} AS t ON ${written("t")} OPERATOR(pg_catalog.=) ${written("s")}) AS f
     WHERE f.nth OPERATOR(pg_catalog.<=) f.wanted`,
    [
      arrayLiteral(wanted.map(({ values }) => rowOf(target, values))),
      arrayLiteral(wanted.map(({ count }) => String(count))),
    ],
  );
  const places = new Map<number, string[]>();
  for (const [number, ctid] of result.rows) {
    const index = Number(number) - 1;
    places.set(index, [...(places.get(index) ?? []), ctid ?? ""]);
  }
  return places;
}

function conflictOf(target: Target, left: RowValues | null, now: RowValues | null): Conflict {
  const named = (values: RowValues | null) =>
    values && Object.fromEntries(target.columns.map(({ name }, index) => [name, values[index] ?? null]));
  const all = named(left ?? now);
  const { schema, name, key } = target;
  return {
    table: { schema, name },
    key: all && key && Object.fromEntries(key.map((column) => [column.name, all[column.name] ?? null])),
    left: named(left),
    now: named(now),
  };
}
