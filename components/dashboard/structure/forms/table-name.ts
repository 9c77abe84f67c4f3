import type { TableName } from "../sql/names";

/** Returns the text by which a field names a table. Names may hold anything, so each is written as JSON where it must. */
export function writeTableName({ schema, name }: TableName): string {
  const isPlain = (text: string) => /^[^".]+$/.test(text);
  const part = (text: string) => (isPlain(text) ? text : JSON.stringify(text));
  return schema === "public" ? part(name) : `${part(schema)}.${part(name)}`;
}

/** Returns the table that a field names; `null` for an empty text and for one that names none. */
export function readTableName(text: string): TableName | null {
  const parts = text.match(/"(?:[^"\\]|\\.)*"|[^".]+/g) ?? [];
  const [first, second] = parts.map((part) => (part.startsWith('"') ? String(JSON.parse(part)) : part));
  if (first === undefined || parts.length > 2) return null;
  return second === undefined ? { schema: "public", name: first } : { schema: first, name: second };
}
