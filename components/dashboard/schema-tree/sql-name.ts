const PLAIN = /^[a-z_][a-z0-9_$]*$/;

/** The words that PostgreSQL takes for a name of a table or column only within quotes. */
const RESERVED = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation
  column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze
  from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
  localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
  returning right select session_user similar some symmetric system_user table tablesample then to trailing true union
  unique user using variadic verbose when where window with`.split(/\s+/),
);

/** Returns a name as it is written in SQL, in quotes where it needs them. */
export function sqlName(name: string): string {
  return PLAIN.test(name) && !RESERVED.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Returns the name of a table as it is written in SQL, with its schema unless that is `public`. */
export function sqlTableName({ schema, name }: { schema: string; name: string }): string {
  return schema === "public" ? sqlName(name) : `${sqlName(schema)}.${sqlName(name)}`;
}

const SHORT: readonly [RegExp, string][] = [
  [/^timestamp(\(\d\))? with time zone/, "timestamptz$1"],
  [/^timestamp(\(\d\))? without time zone/, "timestamp$1"],
  [/^time(\(\d\))? with time zone/, "timetz$1"],
  [/^time(\(\d\))? without time zone/, "time$1"],
  [/^character varying/, "varchar"],
  [/^character(?=\W|$)/, "char"],
  [/^bit varying/, "varbit"],
  [/^double precision/, "float8"],
  [/^real(?=\W|$)/, "float4"],
  [/^bigint(?=\W|$)/, "int8"],
  [/^integer(?=\W|$)/, "int4"],
  [/^smallint(?=\W|$)/, "int2"],
  [/^boolean(?=\W|$)/, "bool"],
];

/** Returns a type by the shorter of its names, such as `timestamptz` for `timestamp with time zone`. */
export function shortTypeName(typeName: string): string {
  const found = SHORT.find(([long]) => long.test(typeName));
  return found ? typeName.replace(...found) : typeName;
}
