import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { comparable, Parameters, writeCondition } from "../filter";
import type { Column } from "../resource";
import {
  arityOf,
  conditionsOf,
  type FilterFault,
  type FilterOperator,
  type RowCondition,
  type RowFilter,
} from "./resource";

/** Returns the conditions that do not fit their column, each with PostgreSQL's reason where a value is at fault. */
export async function checkFilters(
  session: CustomerSession,
  filters: readonly RowFilter[],
  columns: readonly Column[],
): Promise<FilterFault[]> {
  const faults: FilterFault[] = [];
  for (const [place, condition] of conditionsOf(filters).entries()) {
    const column = columns.find(({ name }) => name === condition.column);
    const message = column ? (shapeFault(column, condition) ?? (await valueFault(session, column, condition))) : "";
    if (message !== null) faults.push({ place, message: message || `The table has no column ${condition.column}.` });
  }
  return faults;
}

/** Other operators compare the text of a value where its type has no order. */
function fits({ input, elementType }: Column, operator: FilterOperator): boolean {
  if (operator === "is true" || operator === "is false") return input === "boolean";
  if (operator === "json contains") return input === "json";
  return operator !== "has element" || elementType !== null;
}

function shapeFault(column: Column, { operator, value, values = [] }: RowCondition): string | null {
  if (!fits(column, operator)) return `This condition doesn't fit the type ${column.type}.`;
  const arity = arityOf(operator);
  if (arity === "one" && value === undefined) return "Enter a value.";
  if (arity === "two" && values.length !== 2) return "Enter two values.";
  if (arity === "list" && values.length === 0) return "Enter at least one value.";
  // PostgreSQL finds this only when a text has as many characters.
  return operator === "like" && /(?<!\\)(?:\\\\)*\\$/.test(value ?? "") ? "The pattern must not end with \\." : null;
}

/** Has PostgreSQL read the values of a condition, which it then compares with NULL or an empty text. */
async function valueFault(session: CustomerSession, column: Column, condition: RowCondition): Promise<string | null> {
  if (arityOf(condition.operator) === "none") return null;
  const { type } = comparable(column);
  const parameters = new Parameters();
  const name = condition.operator.startsWith("matches") ? "''" : "NULL";
  const sides = { name, expression: `NULL::${type}`, type, elementType: column.elementType };
  const sql = `SELECT ${writeCondition(condition, sides, parameters)}`;
  try {
    await session.query("SAVEPOINT filter");
    await session.query(sql, parameters.values);
    return null;
  } catch (error) {
    if (!(error instanceof StatementError) || error.sqlState === SQLSTATE.queryCanceled) throw error;
    await session.query("ROLLBACK TO SAVEPOINT filter");
    return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
  }
}
