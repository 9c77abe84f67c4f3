/**
 * The extensions a customer may install: C code that reaches neither network nor files nor another language. 18.6 fixes
 * faults of fuzzystrmatch (CVE-2026-15742) and pg_trgm (CVE-2026-14678), which the embedded 18.4 has (docs/security.md).
 * Everything else is left out of the private copy of the binaries, since `trusted` ones need no superuser.
 */
export const ALLOWED_EXTENSIONS: readonly string[] = [
  "plpgsql",
  "btree_gin",
  "btree_gist",
  "citext",
  "cube",
  "dict_int",
  "earthdistance",
  "fuzzystrmatch",
  "hstore",
  "isn",
  "ltree",
  "pg_trgm",
  "pgcrypto",
  "seg",
  "tablefunc",
  "tcn",
  "tsm_system_rows",
  "tsm_system_time",
  "unaccent",
  "uuid-ossp",
  "vector",
];

/** The libraries that the server itself loads: text search stemming, and conversions between encodings. */
const SERVER_LIBRARY = /^(dict_snowball|euc2004_sjis2004|[a-z0-9_]+_and_[a-z0-9_]+)\.so$/;

/** Returns whether a file of `lib/postgresql` belongs in the copy. */
export function isAllowedLibrary(file: string): boolean {
  return SERVER_LIBRARY.test(file) || (file.endsWith(".so") && ALLOWED_EXTENSIONS.includes(file.slice(0, -3)));
}

/** Returns whether a file of `share/postgresql/extension` belongs in the copy. */
export function isAllowedExtensionFile(file: string): boolean {
  const name = file.replace(/(--.*)?\.(control|sql)$/, "");
  return ALLOWED_EXTENSIONS.includes(name);
}
