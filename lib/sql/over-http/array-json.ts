const BRACKETS: Readonly<Record<string, string>> = { "{": "[", "}": "]", ",": "," };

/**
 * Returns an array that Postgres wrote (PostgreSQL 18, 8.15.6) as a JSON array, each element by `elementJson`. Takes
 * time in proportion to the text, which `postgres-array` does not for many quoted elements.
 */
export function arrayJson(text: string, elementJson: (element: string) => string): string {
  const parts: string[] = [];
  // Bounds other than 1 stand in front, such as `[0:1]={a,b}`.
  let at = text.startsWith("[") ? text.indexOf("=") + 1 : 0;
  while (at < text.length) {
    const bracket = BRACKETS[text.charAt(at)];
    if (bracket !== undefined) {
      parts.push(bracket);
      at += 1;
      continue;
    }
    const isQuoted = text[at] === '"';
    const end = isQuoted ? endOfQuoted(text, at + 1) : endOfBare(text, at);
    if (isQuoted) parts.push(elementJson(text.slice(at + 1, end).replace(/\\(.)/gs, "$1")));
    else parts.push(text.slice(at, end) === "NULL" ? "null" : elementJson(text.slice(at, end)));
    at = isQuoted ? end + 1 : end;
  }
  return parts.join("");
}

/** Returns where the closing quote is. */
function endOfQuoted(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function endOfBare(text: string, from: number): number {
  let at = from;
  while (at < text.length && BRACKETS[text.charAt(at)] === undefined) at += 1;
  return at;
}
