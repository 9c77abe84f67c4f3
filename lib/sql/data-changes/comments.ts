import { escapeIdentifier } from "pg";
import { type CustomerSession, StatementError, type StatementResult } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { quoteTable, quoteValue } from "@/lib/sql/customer-session/quoting";
import type { ParsedStatement } from "@/lib/sql/grammar/parse";
import { isRecord, namesOf } from "@/lib/sql/grammar/tree";
import { ChangeConflictError } from "./change-conflict";
import { type Counters, readCounters } from "./counters";
import type { RecordedTable, RowValues } from "./recorded-rows";
import { requireOnly } from "./require-only";
import { RowsNotKeptError } from "./rows-not-kept";
import { findRelation } from "./target";

const DESCRIPTIONS = "2609";
const VALUES = ["column", "comment"].map((name) => ({ name, typeSchema: "pg_catalog", typeName: "text" }));

const READ = `
SELECT n.nspname, c.relname, c.relpersistence, coalesce(a.attnum, 0), d.description
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = $2 AND NOT a.attisdropped
LEFT JOIN pg_description AS d ON d.classoid = 'pg_class'::regclass AND d.objoid = c.oid
  AND d.objsubid = coalesce(a.attnum, 0)
WHERE c.oid = $1::oid AND ($2 = '' OR a.attnum IS NOT NULL)`;

/**
 * Runs a COMMENT on a table or a column in the open transaction and keeps the comment before and after, as a row of the
 * table's comments. Throws `RowsNotKeptError`, `StatementError`.
 */
export async function captureComment(
  session: CustomerSession,
  statement: ParsedStatement,
): Promise<{ result: StatementResult; recorded: RecordedTable[] }> {
  const { table, column } = commented(statement);
  const before = await lockCommented(session, table, column);
  const counters = await inCatalog(session, () => readCounters(session));
  const result = await session.query(statement.text);
  if (before === null) throw new RowsNotKeptError("It isn't about a table.");
  const [old, now] = [before.comment, await before.readAgain()];
  await requireOnly(session, counters, countsOf(old, now));
  if (before.isTemporary || old === now) return { result, recorded: [] };
  const { schema, name } = before;
  const rows: RecordedTable["rows"] = [
    [
      [column, old],
      [column, now],
    ],
  ];
  const { oid, attnum } = before;
  const recorded = { oid, schema, name, timeZone: "UTC", columns: VALUES, rows, holds: "comments", attnum } as const;
  return { result, recorded: [{ ...recorded, columns: [...VALUES] }] };
}

/** Sets recorded comments back, each of which must be as the change left it. Throws `ChangeConflictError`. */
export async function applyRecordedComments(session: CustomerSession, recorded: RecordedTable): Promise<void> {
  const table = quoteTable(recorded);
  for (const [from, to] of recorded.rows) {
    const [column, comment] = namedIn(from);
    const found = await lockCommented(session, table, column ?? "").catch((error: unknown) => {
      if (!(error instanceof StatementError && error.sqlState === SQLSTATE.lockNotAvailable)) throw error;
      throw new ChangeConflictError("The table is in use: another session is altering it.", [], error);
    });
    const what = column ? `COLUMN ${table}.${escapeIdentifier(column)}` : `TABLE ${table}`;
    const commented = what.replace(/^\w+/, (kind) => kind.toLowerCase());
    if (!found) throw new ChangeConflictError(`The ${commented} no longer exists.`);
    const { oid = found.oid, attnum = found.attnum } = recorded;
    if (found.oid !== oid || found.attnum !== attnum) {
      throw new ChangeConflictError(
        `The ${commented} is a different one now: the former, which had the comment, is gone or renamed.`,
      );
    }
    if (found.comment !== (comment ?? null)) throw conflict(recorded, from, found.comment);
    const [, wanted = null] = namedIn(to);
    const before = await inCatalog(session, () => readCounters(session));
    await session.query(`COMMENT ON ${what} IS ${quoteValue(wanted)}`);
    if ((await found.readAgain()) !== wanted) {
      throw new ChangeConflictError("The comment couldn't be restored exactly, so nothing was undone.");
    }
    await requireOnly(session, before, countsOf(comment ?? null, wanted));
  }
}

/** Returns the effect of a COMMENT on the catalog of comments. */
function countsOf(old: string | null, now: string | null): Counters {
  const [had, has] = [old !== null, now !== null];
  return new Map([[DESCRIPTIONS, [Number(!had && has), Number(had && has), Number(had && !has)]]]);
}

const namedIn = (row: RowValues | null): RowValues => row ?? [];

function conflict({ schema, name }: RecordedTable, left: RowValues | null, comment: string | null) {
  const [column = null, was = null] = namedIn(left);
  const key = { column };
  return new ChangeConflictError("Someone changed this comment afterwards, so nothing was undone.", [
    { table: { schema, name }, key, left: { column, comment: was }, now: { column, comment } },
  ]);
}

/** Returns the quoted name of the table, and the name of the column; an empty one stands for the table itself. */
function commented({ body }: ParsedStatement): { table: string; column: string } {
  const list = isRecord(body.object) && isRecord(body.object.List) ? body.object.List.items : [];
  const names = namesOf(list);
  const column = body.objtype === "OBJECT_COLUMN" ? (names.pop() ?? "") : "";
  return { table: names.map(escapeIdentifier).join("."), column };
}

/**
 * Reads a comment, which nobody else can change until the transaction ends. Returns `null` for an object that is no
 * table.
 */
async function lockCommented(session: CustomerSession, table: string, column: string) {
  const relation = await findRelation(session, table);
  if (relation?.relkind !== "r" && relation?.relkind !== "p") return null;
  await session.query(`LOCK TABLE ONLY ${table} IN SHARE UPDATE EXCLUSIVE MODE`);
  const read = () => inCatalog(session, () => session.query(READ, [relation.oid, column]));
  const [row] = (await read()).rows;
  if (!row) return null;
  const [schema, name, persistence, attnum, comment = null] = row;
  return {
    oid: relation.oid,
    attnum: Number(attnum),
    schema: schema ?? "",
    name: name ?? "",
    isTemporary: persistence === "t",
    comment,
    readAgain: async () => (await read()).rows[0]?.[4] ?? null,
  };
}
