const NUMERIC = new Set([
  ...["int2", "int4", "int8", "float4", "float8", "numeric", "money", "oid"],
  ...["smallint", "integer", "bigint", "real", "double precision", "decimal"],
]);

/** Whether values of the type are numbers, which stand right in their column. */
export function isNumeric(typeName: string): boolean {
  return NUMERIC.has(typeName.replace(/\(.*\)$/, ""));
}

const MAX_SHOWN = 300;

/** What a cell shows of a value: one line, and not all of a long one. */
export function cellText(value: string): string {
  const start = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
  return start.replace(/\r\n|[\r\n]/g, " ⏎ ");
}
