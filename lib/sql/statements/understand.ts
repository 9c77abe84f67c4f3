import { commandOf } from "../grammar/command";
import { judge } from "../grammar/effect";
import { type ParsedStatement, parseStatements } from "../grammar/parse";
import type { UnderstoodStatement } from "./resource";

/** Returns the effect of each statement, as far as the text alone shows. Throws `StatementSyntaxError`. */
export async function understand(text: string): Promise<{ statements: UnderstoodStatement[] }> {
  return { statements: (await parseStatements(text)).map(understandStatement) };
}

export function understandStatement(statement: ParsedStatement): UnderstoodStatement {
  const { written, from, to } = statement;
  return { text: written, from, to, command: commandOf(statement), ...judge(statement) };
}
