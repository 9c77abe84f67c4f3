export interface GridColumn {
  name: string;
  /** The type that the header shows. */
  typeName: string;
  /** The type that decides the alignment of values, where the header shows another one. */
  baseType?: string;
  sort?: "ascending" | "descending" | undefined;
  isReadOnly?: boolean;
}

/** The values of one row, as PostgreSQL writes them. */
export type GridValues = readonly (string | null)[];

const NUMERIC = new Set([
  "int2",
  "int4",
  "int8",
  "float4",
  "float8",
  "numeric",
  "money",
  "oid",
  "smallint",
  "integer",
  "bigint",
  "real",
  "double precision",
  "decimal",
]);

const TEMPORAL = /^(?:date|time|interval|ts(?:tz)?(?:multi)?range)/;

/** Returns whether the column's values are dates, times, or ranges of them. */
export function isTemporal({ typeName, baseType = typeName }: GridColumn): boolean {
  return TEMPORAL.test(baseType);
}

/** Returns whether the column's values are numbers, which are aligned right. */
export function isNumeric({ typeName, baseType = typeName }: GridColumn): boolean {
  return NUMERIC.has(baseType.replace(/\(.*\)$/, ""));
}
