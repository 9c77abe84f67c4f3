import { escapeIdentifier } from "pg";
import type { CustomerSession, StatementResult } from "@/lib/core/ports/customer-session";
import { StatementError } from "@/lib/core/ports/customer-session";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import type { ParsedStatement } from "@/lib/sql/grammar/parse";
import { isRecord } from "@/lib/sql/grammar/tree";
import { type Counters, countedSince, readCounters } from "./counters";
import { type ChangedRow, readChangedRows } from "./leaf-rows";
import { describeOtherRows } from "./other-rows";
import { MAX_RECORDED_CHARACTERS, MAX_RECORDED_ROWS, type RecordedTable } from "./recorded-rows";
import { addReturning, type WithReturning } from "./returning";
import { OtherRowsError, RowsNotKeptError } from "./rows-not-kept";
import { describeTarget, findRelation, type Target } from "./target";

const LIMITS = { maxRows: MAX_RECORDED_ROWS, maxCharacters: MAX_RECORDED_CHARACTERS };
/** Objects of lower numbers are PostgreSQL's own. */
const FIRST_OWN_OID = 16_384;

/** Throws `OtherRowsError` when rows of any table but the catalogs were changed since `before`. */
export async function requireNoRows(session: CustomerSession, before: Counters): Promise<void> {
  const counted = [...(await countSince(session, before))].filter(([oid]) => Number(oid) >= FIRST_OWN_OID);
  const others = new Map(counted.map(([oid, counts]) => [oid, counts.reduce((sum, one) => sum + one, 0)]));
  if (others.size > 0) throw new OtherRowsError(await describeOtherRows(session, others, []));
}

/**
 * Runs an INSERT, UPDATE, DELETE or MERGE in the open transaction and keeps the rows before and after. The result is
 * the statement's own; `recorded` is empty where no row changed. Throws `RowsNotKeptError`, `StatementError`.
 */
export async function captureStatement(
  session: CustomerSession,
  statement: ParsedStatement,
): Promise<{ result: StatementResult; recorded: RecordedTable[] }> {
  const found = await lockTarget(session, relationName(statement));
  if (!found) {
    await session.query(statement.text, statement.values, { ...LIMITS, runsToEnd: true });
    throw new RowsNotKeptError("Its table was created while it ran.");
  }
  const { target, before } = found;
  if (target.isTemporary) {
    const result = await session.query(statement.text, statement.values, LIMITS);
    await requireOnly(session, before);
    return { result, recorded: [] };
  }
  if (target.unfit !== null) throw new RowsNotKeptError(target.unfit);
  const columns = target.columns.map(({ name }) => name);
  const extended = await addReturning(statement, columns);
  if (!extended) throw new RowsNotKeptError("It uses the names old and new for something else.");
  const result = await runExtended(session, extended, statement.values);
  if (result.isTruncated) throw new RowsNotKeptError("It changes more than 10,000 rows or 8 MB.");
  const { added } = extended;
  const { rows, counts } = await readChangedRows(session, target, { results: result.rows, added });
  await requireOnly(session, before, counts);
  return { result: withoutAdded(result, added), recorded: byTable(rows) };
}

function byTable(rows: readonly ChangedRow[]): RecordedTable[] {
  const tables = new Map<Target, RecordedTable>();
  for (const { table, row } of rows) {
    const recorded = tables.get(table);
    if (recorded) recorded.rows.push(row);
    else tables.set(table, recordOf(table, [row]));
  }
  return [...tables.values()];
}

export function recordOf(target: Target, rows: RecordedTable["rows"]): RecordedTable {
  const columns = target.columns.map(({ name, typeSchema, typeName }) => ({ name, typeSchema, typeName }));
  return { schema: target.schema, name: target.name, timeZone: target.timeZone, columns, rows };
}

/** Describes a table and locks it against alteration until the transaction ends. Returns `null` when there is none. */
export async function lockTarget(
  session: CustomerSession,
  quotedName: string,
  mode: "ROW EXCLUSIVE" | "SHARE ROW EXCLUSIVE" = "ROW EXCLUSIVE",
): Promise<{ target: Target; before: Counters } | null> {
  const relation = await findRelation(session, quotedName);
  if (!relation) return null;
  if (relation.relkind === "r" || relation.relkind === "p")
    await session.query(`LOCK TABLE ONLY ${quotedName} IN ${mode} MODE`);
  return inCatalog(session, async () => {
    const target = await describeTarget(session, relation.oid);
    return target && { target, before: await readCounters(session) };
  });
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

export function relationName({ body }: Pick<ParsedStatement, "body">): string {
  const relation = isRecord(body.relation) ? body.relation : {};
  const parts = [relation.catalogname, relation.schemaname, relation.relname];
  return parts
    .filter((part) => typeof part === "string")
    .map(escapeIdentifier)
    .join(".");
}

async function runExtended(
  session: CustomerSession,
  extended: WithReturning,
  values: ParsedStatement["values"],
): Promise<StatementResult> {
  try {
    return await session.query(extended.text, values, LIMITS);
  } catch (error) {
    if (!(error instanceof StatementError) || error.position === null) throw error;
    const { message, sqlState, detail, hint } = error;
    const position = extended.originalOffset(error.position);
    throw new StatementError(message, { sqlState, detail, hint, position }, error);
  }
}

/** Returns the result without the added columns: without RETURNING a statement has a count alone. */
function withoutAdded(result: StatementResult, added: number): StatementResult {
  const own = result.columns.length - added;
  return {
    ...result,
    columns: result.columns.slice(0, own),
    rows: own === 0 ? [] : result.rows.map((row) => row.slice(0, own)),
  };
}
