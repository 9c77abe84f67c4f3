/** Quoted, so that it is read as it is. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteQualified({ schema, name }: { schema: string; name: string }): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}

/** A literal that is read the same whatever `standard_conforming_strings` is. */
export function quoteLiteral(value: string | null): string {
  if (value === null) return "NULL";
  const quoted = `'${value.replaceAll("'", "''").replaceAll("\\", "\\\\")}'`;
  return value.includes("\\") ? `E${quoted}` : quoted;
}

/** A row of a composite type in text format. */
export function rowLiteral(values: readonly (string | null)[]): string {
  return `(${values.map((value) => (value === null ? "" : `"${escaped(value)}"`)).join(",")})`;
}

export function arrayLiteral(elements: readonly string[]): string {
  return `{${elements.map((element) => `"${escaped(element)}"`).join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/["\\]/g, "\\$&");
}
