import { SQLSTATE } from "@/lib/core/sql-state";
import { commandOf } from "../grammar/command";
import { notBoundHere } from "../grammar/parameters";
import type { ParsedStatement } from "../grammar/parse";
import type { Failure, ParameterValues } from "./resource";

/** The statements that Postgres binds values to. */
const BINDABLE: ReadonlySet<string> = new Set([
  "SelectStmt",
  "InsertStmt",
  "UpdateStmt",
  "DeleteStmt",
  "MergeStmt",
  "ExplainStmt",
  "CallStmt",
  "DeclareCursorStmt",
  "CreateTableAsStmt",
]);

/** Returns the statement with the values of its parameters, all of which are known. */
export function bindParameters(statement: ParsedStatement, given: ParameterValues): ParsedStatement {
  const names = namesOf(statement);
  return { ...statement, values: names.map((name) => (name === undefined ? null : (given[name] ?? null))) };
}

/** Returns why a statement cannot run with these values, and at which offset that shows; `null` when it can. */
export function refusalOfParameters(
  statement: ParsedStatement,
  given: ParameterValues,
): Pick<Failure, "message" | "position"> | null {
  const { kind, placeholders } = statement;
  const [first] = placeholders;
  if (!first) return null;
  if (!BINDABLE.has(kind)) {
    const message = `PostgreSQL takes no parameters in ${commandOf(statement)}, so ${first.name} can't be bound. Write the value out.`;
    return { message, position: first.from };
  }
  const missing = placeholders.find(({ name }) => !Object.hasOwn(given, name));
  return missing ? { message: `Enter a value for ${missing.name}, or choose NULL.`, position: missing.from } : null;
}

/** Returns the failure with its parameters called as they are written, and those that did not suit placed in the text. */
export function nameParameters(failure: Failure, context: string | null, statement: ParsedStatement): Failure {
  const names = namesOf(statement);
  const misplaced = statement.placeholders.find(({ from }) => from - statement.from === failure.position);
  if (failure.sqlState === SQLSTATE.syntaxError && misplaced) return { ...failure, message: notBoundHere(misplaced) };
  const message = failure.message.replace(/(?<=\bparameter )\$(\d+)/, (number, index) => names[index - 1] ?? number);
  // The context quotes the value, which may hold anything, after the number.
  const unsuited = names[Number(/^(?:unnamed portal|portal ".*?") parameter \$(\d+)/.exec(context ?? "")?.[1]) - 1];
  if (unsuited === undefined) return { ...failure, message };
  const position = statement.placeholders.find(({ name }) => name === unsuited)?.from ?? statement.from;
  return { ...failure, message: `${unsuited}: ${message}`, position: position - statement.from };
}

/** Returns a message without the values that it quotes: history keeps none of them. */
export function withoutValues(message: string, { values }: Pick<ParsedStatement, "values">): string {
  return values.reduce<string>((masked, value) => (value ? masked.replaceAll(`"${value}"`, `"•••"`) : masked), message);
}

/** Returns the name of each number from 1; `undefined` for a number that the statement leaves out. */
function namesOf({ placeholders }: ParsedStatement): (string | undefined)[] {
  const names: (string | undefined)[] = [];
  for (const { name, number } of placeholders) names[number - 1] = name;
  return Array.from(names);
}
