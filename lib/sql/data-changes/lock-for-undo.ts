import { escapeIdentifier } from "pg";
import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import { ChangeConflictError } from "./change-conflict";
import type { Counters } from "./counters";
import { lockTarget } from "./lock-target";
import type { RecordedColumn, RecordedTable } from "./recorded-rows";
import type { Target } from "./target";

/**
 * Locks the table that a change was made in, so that nobody else changes its rows until the transaction ends. Throws
 * `ChangeConflictError` when the table, or one of its columns, has been replaced.
 */
export async function lockForUndo(
  session: CustomerSession,
  recorded: RecordedTable,
): Promise<{ target: Target; before: Counters }> {
  const name = quoteTable(recorded);
  const found = await lockTarget(session, name, "SHARE ROW EXCLUSIVE").catch((error: unknown) => {
    throw error instanceof StatementError && error.sqlState === SQLSTATE.lockNotAvailable
      ? new ChangeConflictError("The table is in use: other sessions are changing its rows.", [], error)
      : error;
  });
  if (found === null || (recorded.oid !== undefined && found.target.oid !== recorded.oid)) {
    throw new ChangeConflictError(await whereItIs(session, recorded, found !== null));
  }
  const { target } = found;
  if (target.schema !== recorded.schema || target.name !== recorded.name) {
    throw new ChangeConflictError(`The table ${name} was renamed at this moment. Try again.`);
  }
  if (target.unfit !== null) throw new ChangeConflictError(`The table ${name} has changed. ${target.unfit}`);
  requireSameColumns(name, target, recorded.columns);
  return found;
}

/** Returns why the table of a change is not at its name, and how it can be undone all the same. */
async function whereItIs(session: CustomerSession, recorded: RecordedTable, isTaken: boolean): Promise<string> {
  const name = quoteTable(recorded);
  const text = `SELECT n.nspname, c.relname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.oid = $1::oid`;
  const { rows } = await inCatalog(session, () => session.query(text, [recorded.oid ?? "0"]));
  const [schema, now] = rows[0] ?? [];
  const at = schema && now ? quoteTable({ schema, name: now }) : null;
  if (at === null) {
    return isTaken
      ? `The table ${name} was deleted and created again since, so its rows can't be undone.`
      : `The table ${name} no longer exists.`;
  }
  const taken = isTaken ? `, and ${name} is another table` : "";
  return `The table ${name} is called ${at} now${taken}. To undo the change, rename it back first.`;
}

function requireSameColumns(table: string, target: Target, recorded: readonly RecordedColumn[]): void {
  const named = (columns: readonly RecordedColumn[]) =>
    JSON.stringify(columns.map(({ name, typeSchema, typeName }) => ({ name, typeSchema, typeName })));
  if (named(target.columns) !== named(recorded)) {
    throw new ChangeConflictError(`The columns of the table ${table} have changed.`);
  }
  for (const [index, { attnum, typeOid, keptAs = null, meanings = {} }] of recorded.entries()) {
    const now = target.columns[index];
    if (!now) continue;
    const column = `column ${escapeIdentifier(now.name)} of the table ${table}`;
    if (attnum === undefined) {
      if (now.keptAs === null) continue;
      throw new ChangeConflictError(`The ${column} refers to database objects, whose names may mean others by now.`);
    }
    if (attnum !== now.attnum || typeOid !== now.typeOid || keptAs !== now.keptAs) {
      throw new ChangeConflictError(`The ${column} was deleted and created again since.`);
    }
    if (Object.entries(meanings).some(([of, meaning]) => (now.meanings[of] ?? meaning) !== meaning)) {
      throw new ChangeConflictError(`The type of the ${column} has changed, and its values may mean others by now.`);
    }
  }
}
