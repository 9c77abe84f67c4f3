import { commandOf } from "../grammar/command";
import { type Effect, judge } from "../grammar/effect";
import { type ParsedStatement, parseStatements } from "../grammar/parse";

export interface UnderstoodStatement {
  text: string;
  /** UTF-16 offsets in the whole text. */
  from: number;
  to: number;
  command: string;
  effect: Effect;
  /** What somebody should know before it runs, or why it is refused. */
  reason: string | null;
}

/**
 * What each statement of a text would do, as far as the text alone tells. Throws `StatementSyntaxError`
 * (`invalid_request`) with the position of what cannot be read.
 */
export async function understand(text: string): Promise<{ statements: UnderstoodStatement[] }> {
  return { statements: (await parseStatements(text)).map(understandStatement) };
}

export function understandStatement(statement: ParsedStatement): UnderstoodStatement {
  const { text, from, to } = statement;
  return { text, from, to, command: commandOf(statement), ...judge(statement) };
}
