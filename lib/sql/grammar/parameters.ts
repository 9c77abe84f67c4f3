import type { Token } from "./token";

/** A place where a value is bound. Offsets are UTF-16, in the given text. */
export interface Placeholder {
  from: number;
  /** As it is written: `:id` or `$1`. */
  name: string;
  /** The number by which Postgres knows it within its statement. */
  number: number;
}

/** The names are ASCII, so that a text keeps its length in bytes too when they become numbers. */
const NAME = /^[a-z_]\w*$/i;
const NUMBER = /^\$(\d+)$/;

export function notBoundHere({ name }: Pick<Placeholder, "name">): string {
  return `${name} can't be bound here: PostgreSQL takes parameters only where a query has a value. Write it out.`;
}

export class TooManyShortNames extends Error {}

/**
 * Returns the text with each `:name` as a `$n` of the same length, so that every offset stays as it is, and the places of
 * all parameters. The tokens are those of the text. Throws `TooManyShortNames`.
 */
export function numberParameters(
  text: string,
  tokens: readonly Token[],
): { text: string; placeholders: Placeholder[] } {
  const placeholders: Placeholder[] = [];
  let numbered = "";
  let end = 0;
  for (const statement of split(tokens)) {
    const found = findNames(statement);
    const numbers = numbersOf(found.map(({ name }) => name));
    for (const { from, name } of found) {
      const number = numbers.get(name) ?? 0;
      placeholders.push({ from, name, number });
      numbered += text.slice(end, from) + `$${number}`.padEnd(name.length);
      end = from + name.length;
    }
  }
  return { text: numbered + text.slice(end), placeholders };
}

/** Returns the tokens between semicolons: numbers begin anew in each statement. */
function split(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [[]];
  for (const token of tokens) {
    if (token.text === ";") statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements;
}

function findNames(tokens: readonly Token[]): { from: number; name: string }[] {
  const found: { from: number; name: string }[] = [];
  /** Whether each open bracket is that of a subscript, in which a colon divides a slice. */
  const open: boolean[] = [];
  tokens.forEach((token, index) => {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (token.text === "(") open.push(false);
    else if (token.text === "[") {
      const isNested = before?.text === "[" || before?.text === ",";
      open.push(isNested ? open.at(-1) === true : before?.text.toLowerCase() !== "array");
    } else if (token.text === ")" || token.text === "]") open.pop();
    else if (NUMBER.test(token.text)) found.push({ from: token.from, name: token.text });
    else if (token.text === ":" && open.at(-1) !== true && after?.from === token.to && NAME.test(after.text)) {
      found.push({ from: token.from, name: `:${after.text}` });
    }
  });
  return found;
}

/** Gives names the numbers that are not written out, the shortest first: `$10` has no room in `:a`. */
function numbersOf(names: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const name of names) {
    const written = NUMBER.exec(name)?.[1];
    if (written !== undefined) numbers.set(name, Number(written));
  }
  const taken = new Set(numbers.values());
  const rest = [...new Set(names)].filter((name) => !numbers.has(name)).sort((a, b) => a.length - b.length);
  let next = 1;
  for (const name of rest) {
    while (taken.has(next)) next += 1;
    if (`$${next}`.length > name.length) throw new TooManyShortNames();
    numbers.set(name, next);
    next += 1;
  }
  return numbers;
}
