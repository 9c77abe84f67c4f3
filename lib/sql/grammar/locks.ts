import { type ParsedStatement, parseStatements, StatementSyntaxError, scanTokens, type Token } from "./parse";
import { walkTree, withoutPlaces } from "./tree";

const STRENGTHS = [["update"], ["no", "key", "update"], ["share"], ["key", "share"]];
const WAITS = [["nowait"], ["skip", "locked"]];

/** Returns whether a query locks rows by FOR UPDATE, FOR SHARE or a similar clause. */
export function locksRows({ kind, body }: Pick<ParsedStatement, "kind" | "body">): boolean {
  return kind === "SelectStmt" && clausesIn(body) > 0;
}

/** Returns the query with blanks for its locks, so positions stay; `null` unless the tree proves the rest unchanged. */
export async function withoutLocks({ text, body }: Pick<ParsedStatement, "text" | "body">): Promise<string | null> {
  const tokens = await scanTokens(text);
  let unlocked = text;
  for (const [index, token] of tokens.entries()) {
    const last = token.text.toLowerCase() === "for" ? endOfClause(tokens, index + 1) : null;
    if (!last) continue;
    unlocked = unlocked.slice(0, token.from) + " ".repeat(last.to - token.from) + unlocked.slice(last.to);
  }
  try {
    const [changed, ...others] = await parseStatements(unlocked);
    if (!changed || others.length > 0) return null;
    return withoutPlaces(changed.body) === withoutPlaces(body, "lockingClause") ? unlocked : null;
  } catch (error) {
    if (error instanceof StatementSyntaxError) return null;
    throw error;
  }
}

/** Returns the last token of the locking clause whose strength begins at `start`; `null` where none begins. */
function endOfClause(tokens: readonly Token[], start: number): Token | null {
  let next = start + lengthOf(STRENGTHS, tokens, start);
  if (next === start) return null;
  if (wordAt(tokens, next) === "of") {
    do next += 2;
    while ([".", ","].includes(wordAt(tokens, next)));
  }
  next += lengthOf(WAITS, tokens, next);
  return tokens[next - 1] ?? null;
}

/** Returns the number of words of the phrase that begins at `start`; 0 where none of the phrases does. */
function lengthOf(phrases: readonly string[][], tokens: readonly Token[], start: number): number {
  const found = phrases.find((words) => words.every((word, index) => wordAt(tokens, start + index) === word));
  return found?.length ?? 0;
}

function wordAt(tokens: readonly Token[], index: number): string {
  return tokens[index]?.text.toLowerCase() ?? "";
}

function clausesIn(body: unknown): number {
  let count = 0;
  walkTree(body, (kind) => {
    if (kind === "LockingClause") count += 1;
  });
  return count;
}
