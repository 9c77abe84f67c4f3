/** A number that JavaScript would round. The tree prints a date by this method, and no other object by one of its own. */
class ExactNumber extends Date {
  readonly #digits: string;

  constructor(digits: string) {
    super(0);
    this.#digits = digits;
  }

  override toISOString(): string {
    return this.#digits;
  }
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * Returns the data of a JSON text, with the digits of its numbers where the browser gives them; `undefined` if it is
 * none.
 */
export function jsonData(text: string): unknown {
  const revive: Reviver = (_key, value, context) => {
    const source = context?.source;
    return typeof value !== "number" || source === undefined || String(value) === source
      ? value
      : new ExactNumber(source);
  };
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

/** Returns whether data has the names of its JSON text, in their order: objects hold each name once, and numbers first. */
export function hasNamesOf(data: unknown, text: string): boolean {
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token);
  const names = tokens.filter((token, place) => token.startsWith('"') && tokens[place + 1] === ":");
  return JSON.stringify(namesIn(data)) === JSON.stringify(names.map((name) => JSON.parse(name)));
}

function namesIn(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(namesIn);
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => [name, ...namesIn(value)]);
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Returns a JSON text with its values on lines of their own, and with every name and digit that it had. */
export function indentedJson(text: string): string {
  let depth = 0;
  let last = "";
  const parts: string[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const isEnd = token === "}" || token === "]";
    if (isEnd) depth -= 1;
    if (isEnd ? last !== "{" && last !== "[" : last === "{" || last === "[" || last === ",") {
      parts.push("\n", "  ".repeat(depth));
    }
    parts.push(token === ":" ? ": " : token);
    if (token === "{" || token === "[") depth += 1;
    last = token;
  }
  return parts.join("");
}
