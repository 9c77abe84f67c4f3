import { ServiceError } from "@/lib/core/errors";
import { SQLSTATE } from "@/lib/core/sql-state";
import { byteOffsets, codePointOffset } from "@/lib/core/text-offsets";
import { notBoundHere, numberParameters, type Placeholder, TooManyShortNames } from "./parameters";
import { ParserError, parser } from "./parser";
import { refusalOfPsql, withoutRestrict } from "./psql";
import { dropsOfTemporary } from "./session-state";
import type { Token } from "./token";

/** The longest text that is parsed, in UTF-16 units: its tree is walked where other requests wait. */
const MAX_CHARACTERS = 100_000;
/** The deepest nesting that is parsed: the parser is recursive and would overflow its stack. */
const MAX_DEPTH = 5_000;
const MAX_STATEMENTS = 500;
const COMMENTS: ReadonlySet<number> = new Set([275, 276]);
/** The first words of a statement, of which its command is made. */
const MAX_WORDS = 8;

export interface ParsedStatement {
  /** The text as Postgres takes it: without leading and trailing comments and its semicolon, each `:name` as a `$n`. */
  text: string;
  /** The statement as the user wrote it, with `:name`. An offset means the same place here and in `text`. */
  written: string;
  /** Its parameters in the order in which they stand; the numbers of PREPARE and of functions are not among them. */
  placeholders: readonly Placeholder[];
  /** The values bound to `$1`, `$2` and so on. */
  values: readonly (string | null)[];
  from: number;
  to: number;
  /** The kind of the node, such as `SelectStmt`. */
  kind: string;
  body: Record<string, unknown>;
  /** The first words, without comments, strings and numbers. */
  words: string[];
  /** Whether it drops only objects that the text has made as temporary relations. */
  dropsTemporary?: boolean;
}

interface Options {
  sqlState?: string;
  cause?: unknown;
}

const TOO_LONG = { sqlState: SQLSTATE.programLimitExceeded };
const TOO_DEEP = { sqlState: SQLSTATE.statementTooComplex };
const NOT_TEXT = { sqlState: SQLSTATE.characterNotInRepertoire };

/** Thrown for a text that Postgres cannot parse. `position` is a UTF-16 offset. */
export class StatementSyntaxError extends ServiceError {
  readonly position: number | null;
  readonly sqlState: string;

  constructor(message: string, position: number | null, { sqlState = SQLSTATE.syntaxError, cause }: Options = {}) {
    super("invalid_request", message, { details: [{ path: "text", message }], cause });
    this.name = "StatementSyntaxError";
    this.position = position;
    this.sqlState = sqlState;
  }
}

/** The statements whose own `$1` is not the run's. */
const NUMBERED: ReadonlySet<string> = new Set(["PrepareStmt", "CreateFunctionStmt"]);

/** Parses a text with PostgreSQL's own grammar, in which `:name` is a parameter too. Throws `StatementSyntaxError`. */
export async function parseStatements(given: string): Promise<ParsedStatement[]> {
  requireReadable(given);
  const text = await withoutRestrict(given, scanTokens);
  // When the scanner fails, the parser knows the position of the error.
  const tokens = await scanTokens(text).catch((error: unknown) => parseText(text).then(() => Promise.reject(error)));
  requireShallow(tokens);
  if (tokens.length === 0) return [];
  const { text: numbered, placeholders } = numbersIn(text, tokens);
  const { stmts = [] } = await parseText(numbered, placeholders);
  if (stmts.length > MAX_STATEMENTS) {
    throw new StatementSyntaxError("The text has more than 500 statements. Split it up, or use psql.", null, TOO_LONG);
  }
  const offsetOf = byteOffsets(text);
  let next = 0;
  const statements = stmts.flatMap(({ stmt, stmt_location: start = 0, stmt_len: length = 0 }) => {
    const end = length === 0 ? text.length : offsetOf(start + length);
    while ((tokens[next]?.from ?? end) < offsetOf(start)) next += 1;
    const first = tokens[next];
    let last = first;
    const words: string[] = [];
    for (; (tokens[next]?.from ?? end) < end; next += 1) {
      last = tokens[next];
      if (words.length < MAX_WORDS && last && /^[a-z]+$/i.test(last.text)) words.push(last.text);
    }
    const [entry] = Object.entries(stmt ?? {});
    if (!first || !last || !entry) return [];
    const [kind, body] = entry as [string, Record<string, unknown>];
    const { to } = last;
    const { from } = first;
    const own = placeholders.filter((one) => one.from >= from && one.from < to);
    return [
      {
        ...{ text: numbered.slice(from, to), written: text.slice(from, to), from, to, kind, body, words, values: [] },
        placeholders: NUMBERED.has(kind) ? own.filter(({ name }) => name.startsWith(":")) : own,
      },
    ];
  });
  const drops = dropsOfTemporary(statements);
  return statements.map((statement, index) => ({ ...statement, dropsTemporary: drops[index] ?? false }));
}

/** Returns every token except comments. Throws `StatementSyntaxError` when the text cannot be split into tokens. */
export async function scanTokens(text: string): Promise<Token[]> {
  if (text === "") return [];
  const offsetOf = byteOffsets(text);
  const numbers = await parser.scan(text).catch((cause: unknown) => {
    if (!(cause instanceof ParserError)) throw cause;
    throw new StatementSyntaxError("A string, identifier or comment isn't closed.", null, { cause });
  });
  const tokens: Token[] = [];
  for (let index = 0; index < numbers.length; index += 3) {
    const [start = 0, end = 0, tokenType = 0] = numbers.subarray(index, index + 3);
    if (COMMENTS.has(tokenType)) continue;
    const [from, to] = [offsetOf(start), offsetOf(end)];
    tokens.push({ from, to, text: text.slice(from, to), tokenType });
  }
  return tokens;
}

function numbersIn(text: string, tokens: readonly Token[]) {
  try {
    return numberParameters(text, tokens);
  } catch (cause) {
    if (!(cause instanceof TooManyShortNames)) throw cause;
    const message = "A statement can have at most 9 parameters whose names are one letter. Use longer names.";
    throw new StatementSyntaxError(message, null, { ...TOO_LONG, cause });
  }
}

async function parseText(text: string, placeholders: readonly Placeholder[] = []) {
  try {
    return await parser.parse(text);
  } catch (error) {
    if (!(error instanceof ParserError)) throw error;
    const { kind, message, position } = error.failure;
    if (kind === "depth") {
      throw new StatementSyntaxError("The text is nested too deeply.", null, { ...TOO_DEEP, cause: error });
    }
    const at = position === null ? null : codePointOffset(text, position);
    const misplaced = placeholders.find(({ from }) => from === at);
    const refusal = misplaced ? notBoundHere(misplaced) : refusalOfPsql(text, at);
    throw new StatementSyntaxError(refusal ?? message, at, { cause: error });
  }
}

function requireReadable(text: string): void {
  if (text.length > MAX_CHARACTERS) {
    const message = "The text is longer than 100,000 characters. Split it up, or use psql.";
    throw new StatementSyntaxError(message, null, TOO_LONG);
  }
  // The parser and Postgres would ignore everything after it.
  const nul = text.indexOf("\0");
  if (nul !== -1) throw new StatementSyntaxError("The text contains a NUL character.", nul, NOT_TEXT);
  if (!text.isWellFormed()) throw new StatementSyntaxError("The text isn't valid Unicode.", null, NOT_TEXT);
}

/** Throws for a text that may nest too deeply, estimated from above by the tokens within all open parentheses. */
function requireShallow(tokens: readonly Token[]): void {
  const counts: number[] = [];
  let [count, outer] = [0, 0];
  for (const { text, from } of tokens) {
    if (text === "(" || text === "[") {
      counts.push(count);
      outer += count + 1;
      count = 0;
    } else if (text === ")" || text === "]") {
      count = counts.pop() ?? 0;
      outer = Math.max(0, outer - count - 1);
    } else if (text === ",") count = 0;
    else if (text === ";") [count, outer, counts.length] = [0, 0, 0];
    else count += 1;
    if (outer + count > MAX_DEPTH) throw new StatementSyntaxError("The text is nested too deeply.", from, TOO_DEEP);
  }
}
