import type { ParsedStatement } from "./parse";

const BY_KIND: Record<string, string> = {
  SelectStmt: "SELECT",
  InsertStmt: "INSERT",
  UpdateStmt: "UPDATE",
  DeleteStmt: "DELETE",
  MergeStmt: "MERGE",
};
/** The words that name a kind of object only together with the words that follow them. */
const QUALIFIERS =
  /^(?:or|replace|temp|temporary|local|global|unlogged|unique|recursive|constraint|trusted|procedural)$/i;
const WITH_OBJECT = /^(?:create|alter|drop|refresh|comment|start|set|reindex)$/i;
const TWO_WORDS = /^(?:materialized|foreign|event|text|user|access|default|large|extended)$/i;

/** Returns the command of a statement that has not run yet, such as `UPDATE` or `DROP MATERIALIZED VIEW`. */
export function commandOf({ kind, words }: Pick<ParsedStatement, "kind" | "words">): string {
  const known = BY_KIND[kind];
  if (known) return known;
  const [first = "", ...rest] = words;
  if (!WITH_OBJECT.test(first)) return first.toUpperCase();
  const named = rest.filter((word) => !QUALIFIERS.test(word));
  const object = named.slice(0, TWO_WORDS.test(named[0] ?? "") ? 2 : 1);
  return [first, ...(/^set$/i.test(first) ? [] : object)].join(" ").toUpperCase();
}
