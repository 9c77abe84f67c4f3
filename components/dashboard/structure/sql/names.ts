/** The words that PostgreSQL reads as its own where a name is expected, so that a name like them has to be quoted. */
const RESERVED: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case
  cast char character check coalesce collate collation column concurrently constraint create cross current_catalog
  current_date current_role current_schema current_time current_timestamp current_user dec decimal default
  deferrable desc distinct do else end except exists extract false fetch float for foreign freeze from full grant
  greatest group grouping having ilike in initially inner inout int integer intersect interval into is isnull join
  json json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar json_serialize
  json_table json_value lateral leading least left like limit localtime localtimestamp merge_action national
  natural nchar none normalize not notnull null nullif numeric offset on only or order out outer overlaps overlay
  placing position precision primary real references returning right row select session_user setof similar
  smallint some substring symmetric system_user table tablesample then time timestamp to trailing treat trim true
  union unique user using values varchar variadic verbose when where window with xmlattributes xmlconcat
  xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`.split(/\s+/),
);

const PLAIN = /^[a-z_][a-z0-9_]*$/;
const MAX_NAME_BYTES = 63;

export interface TableName {
  schema: string;
  name: string;
}

/** Returns a name as SQL, quoted where that is needed. */
export function quoteName(name: string): string {
  return PLAIN.test(name) && !RESERVED.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

export function quoteNames(names: readonly string[]): string {
  return names.map(quoteName).join(", ");
}

export function quoteTable({ schema, name }: TableName): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}

/** Returns a text as SQL that means the same under any `standard_conforming_strings`. */
export function quoteText(text: string): string {
  const quoted = `'${text.replaceAll("'", "''").replaceAll("\\", "\\\\")}'`;
  return text.includes("\\") ? `E${quoted}` : quoted;
}

/** Returns the fault of a new name, or `null`. `taken` has the names beside it. */
export function nameFault(name: string, taken: readonly string[] = []): string | null {
  if (name.trim() === "") return "Enter a name.";
  if (name !== name.trim()) return "Remove the space at the start or end.";
  if (name.includes("\0")) return "Remove the character NUL, which a name can't contain.";
  const bytes = new TextEncoder().encode(name).length;
  if (bytes > MAX_NAME_BYTES) return `Shorten the name: it has ${bytes} bytes, and PostgreSQL keeps ${MAX_NAME_BYTES}.`;
  return taken.includes(name) ? `There's already a “${name}”.` : null;
}
