import { sqlName } from "../../schema-tree/sql-name";

const NAME = String.raw`(?:[\p{L}_][\p{L}\p{N}_$]*|"(?:[^"]|"")+")`;
const TABLE = `${NAME}(?:\\s*\\.\\s*${NAME}){0,2}`;

/** Returns a table as the user has written it where that is SQL, and otherwise as one quoted name. */
export function writtenTable(text: string): string {
  const trimmed = text.trim();
  if (!new RegExp(`^${TABLE}$`, "u").test(trimmed)) return sqlName(trimmed);
  return trimmed.replace(new RegExp(NAME, "gu"), (name) => {
    const plain = name.toLowerCase();
    return name.startsWith('"') || sqlName(plain) === plain ? name : sqlName(plain);
  });
}

const SKIPPED = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g;

/** Returns the first table that a statement reads, as it is written there; an empty text where there is none. */
export function readTable(statement: string): string {
  const plain = statement.replace(SKIPPED, " ");
  const found = new RegExp(`\\b(?:from|into|update|table)\\s+(?:only\\s+)?(${TABLE})(?![\\w$]|\\s*\\()`, "iu").exec(
    plain,
  );
  return found?.[1]?.replace(/\s/g, "") ?? "";
}
