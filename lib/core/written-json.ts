/** A value as the JSON text that stands for it, with all digits of its numbers and all its keys, equal ones too. */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns its value in JavaScript, for tests and logs. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** Writes an object of values, of which `WrittenJson` stands as it is. */
export function writeJson(values: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(values).flatMap(([key, value]) => {
    const text = value instanceof WrittenJson ? value.text : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{${written.join()}}`;
}

const SPACE = /\s*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /[^\s,{}[\]"]+/y;
const NESTING = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;

/** Returns the text of each member of a JSON object by its key; `null` for a text that is no object. */
export function jsonMembers(text: string): Map<string, string> | null {
  const members = new Map<string, string>();
  let at = 0;
  const read = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found = ""] = pattern.exec(text) ?? [];
    at += found.length;
    return found;
  };
  const skip = (character: string): boolean => {
    read(SPACE);
    if (text[at] !== character) return false;
    at += 1;
    read(SPACE);
    return true;
  };
  if (!skip("{")) return null;
  let isFirst = true;
  while (!skip("}")) {
    if (!isFirst && !skip(",")) return null;
    isFirst = false;
    const key = read(STRING);
    if (key === "" || !skip(":")) return null;
    const document = nested(text, at);
    at += document.length;
    const value = document || read(STRING) || read(SCALAR);
    if (value === "") return null;
    members.set(JSON.parse(key), value);
  }
  return members;
}

/** Returns the object or array that begins at a place; an empty text where none does. */
function nested(text: string, from: number): string {
  if (text[from] !== "{" && text[from] !== "[") return "";
  let depth = 0;
  NESTING.lastIndex = from;
  for (let found = NESTING.exec(text); found; found = NESTING.exec(text)) {
    const [mark] = found;
    if (mark === "{" || mark === "[") depth += 1;
    else if (mark === "}" || mark === "]") depth -= 1;
    if (depth === 0) return text.slice(from, NESTING.lastIndex);
  }
  return "";
}
