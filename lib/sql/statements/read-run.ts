import { isPermitted } from "@/lib/core/access/require-permission";
import type { Actor } from "@/lib/core/context";
import { judge, refusalForReaders } from "../grammar/effect";
import { type ParsedStatement, parseStatements, StatementSyntaxError } from "../grammar/parse";
import { statementAt } from "../grammar/statement-at";
import { bindParameters, refusalOfParameters } from "./bind-parameters";
import type { Failure, ParameterValues, RunMode } from "./resource";
import { BARE, type RefusedStatement } from "./run-statement";

interface Asked {
  /** The part of the text that runs. */
  text: string;
  mode: RunMode;
  parameters?: ParameterValues | undefined;
}

/** Returns the statements of a text with their values, or the first of them that would be refused: then none runs. */
export async function readRun(
  actor: Actor,
  { text, mode, parameters = {} }: Asked,
): Promise<{ statements: ParsedStatement[]; refused: null } | { statements: null; refused: RefusedStatement }> {
  let statements: ParsedStatement[];
  try {
    statements = (await parseStatements(text)).map((statement) => bindParameters(statement, parameters));
  } catch (error) {
    if (!(error instanceof StatementSyntaxError)) throw error;
    return { statements: null, refused: await unreadable(text, error) };
  }
  const canWrite = isPermitted(actor, "data:write");
  for (const statement of statements) {
    const refusal = refusalOf(statement, canWrite, { mode, parameters });
    if (refusal === null) continue;
    const failure = { ...BARE, ...refusal, notRun: statements.length - 1 };
    return { statements: null, refused: { statement, text: statement.written, failure } };
  }
  return { statements, refused: null };
}

async function unreadable(text: string, error: StatementSyntaxError): Promise<RefusedStatement> {
  const { message, position, sqlState } = error;
  const { others, ...statement } = await statementAt(text, position);
  return { statement, text, failure: { ...BARE, message, sqlState, position, notRun: others } };
}

function refusalOf(
  statement: ParsedStatement,
  canWrite: boolean,
  { mode, parameters }: { mode: RunMode; parameters: ParameterValues },
): Pick<Failure, "message"> | null {
  const { effect, reason } = judge(statement);
  const message = mode !== "explain" && !canWrite ? refusalForReaders(statement) : effect === "refused" ? reason : null;
  return message === null ? refusalOfParameters(statement, parameters) : { message };
}
