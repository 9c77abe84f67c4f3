import { escapeIdentifier } from "pg";
import type { CustomerSession, StatementResult } from "@/lib/core/ports/customer-session";
import { StatementError } from "@/lib/core/ports/customer-session";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import type { ParsedStatement } from "@/lib/sql/grammar/parse";
import { isRecord } from "@/lib/sql/grammar/tree";
import { type ChangedRow, readChangedRows } from "./leaf-rows";
import { lockTarget } from "./lock-target";
import { MAX_RECORDED_CHARACTERS, MAX_RECORDED_ROWS, type RecordedTable } from "./recorded-rows";
import { requireOnly } from "./require-only";
import { addReturning, type WithReturning } from "./returning";
import { addToPart, type ChangedPart, requireReversible, startPart } from "./reversible";
import { RowsNotKeptError } from "./rows-not-kept";
import { requirePinned, type Target } from "./target";

const LIMITS = { maxRows: MAX_RECORDED_ROWS, maxCharacters: MAX_RECORDED_CHARACTERS };

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
  const extended = await addReturning(statement, target.columns);
  if (!extended) throw new RowsNotKeptError("It uses the names old and new for something else.");
  const result = await runExtended(session, extended, statement.values);
  if (result.isTruncated) throw new RowsNotKeptError("It changes more than 10,000 rows or 8 MB.");
  const { added } = extended;
  const { rows, counts } = await readChangedRows(session, target, { results: result.rows, added });
  await requireOnly(session, before, counts);
  await inCatalog(session, () => requirePinned(session, target));
  const parts = byTable(rows);
  await requireReversible(session, parts);
  return { result: withoutAdded(result, added), recorded: parts.map(({ recorded }) => recorded) };
}

function byTable(rows: readonly ChangedRow[]): ChangedPart[] {
  const parts = new Map<Target, ChangedPart>();
  for (const row of rows) {
    const part = parts.get(row.table);
    if (part) addToPart(part, row);
    else parts.set(row.table, startPart(row));
  }
  return [...parts.values()];
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
