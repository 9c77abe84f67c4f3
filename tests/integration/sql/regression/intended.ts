const NAMES = "The result names the database, and each of the two has a name of its own.";
const SIMPLE =
  "PostgreSQL sends the rows of a rule's SELECT by the simple protocol alone, which can't bind parameters.";
const GAPS = "A statement that needs a restore point is tried first, and sequences keep the values that a trial took.";
const PLACES = "The block ends by the place of its rows on disk, which its trial has moved on.";
const ORDER = "SQL leaves the order of these rows open, and a trial leaves rows in other places on disk.";
const CURSOR = "The editor reads rows by a cursor, which the list of cursors has.";
const RANDOM = "The rows are made of random values, or of the time.";

interface Intended {
  /** The script in which the difference is on purpose; all of them without it. */
  script?: string;
  /** The form of the statement, without the comments before it, or of the table. */
  pattern: RegExp;
  reason: string;
}

/** Differences between the editor and psql that are on purpose: their form and their reason. */
const INTENDED: readonly Intended[] = [
  { pattern: /^SELECT \* FROM information_schema\./i, reason: NAMES },
  { script: "xmlmap.sql", pattern: /^(?:SELECT|DECLARE|FETCH)\b.*_to_xml/i, reason: NAMES },
  { script: "with.sql", pattern: /^WITH t1 AS \( DELETE FROM bug6051_3 RETURNING \* \)/, reason: SIMPLE },
  { script: "cluster.sql", pattern: /from clstr_tst\b/i, reason: GAPS },
  { script: "identity.sql", pattern: /^SELECT \* FROM itest(?:2|v10|v11)\b/, reason: GAPS },
  { script: "portals.sql", pattern: /^EXECUTE cprep\b/, reason: CURSOR },
  { script: "rules.sql", pattern: /^select \* from (?:rtest_order2|rules_log)\b/, reason: GAPS },
  { script: "rules.sql", pattern: /^update rules_(?:base|src) set f2 = f2 [+/]/, reason: SIMPLE },
  { script: "triggers.sql", pattern: /^select \*\s+from trigtest\b|city_view\b/i, reason: GAPS },
  { script: "updatable_views.sql", pattern: /^SELECT \* FROM base_tbl\s+\[.*"View default","7"/, reason: GAPS },
  { script: "updatable_views.sql", pattern: /^select \* from base_tab order by a\s/, reason: GAPS },
  { pattern: /^other rows in public\.brin_summarize(?:_bloom|_multi)?$/, reason: PLACES },
  { script: "indexing.sql", pattern: /from pg_constraint where conrelid.*\s+order by conname\s/, reason: ORDER },
  { script: "misc.sql", pattern: /^SELECT \* FROM onek EXCEPT ALL SELECT/, reason: ORDER },
  { script: "rowsecurity.sql", pattern: /^SELECT \* FROM document\s/, reason: ORDER },
  { script: "matview.sql", pattern: /^other rows in public\.mvtest_foo_data$/, reason: RANDOM },
  { script: "random.sql", pattern: /^other rows in public\.random_tbl$/, reason: RANDOM },
  { script: "type_sanity.sql", pattern: /^other rows in public\.tab_core_types$/, reason: RANDOM },
];

const COMMENTS = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)+/;

/** Returns the differences of a script that are on no purpose. */
export function unintended(script: string, differences: readonly string[]): string[] {
  const own = INTENDED.filter((one) => one.script === undefined || one.script === script);
  return differences.filter((difference) => !own.some(({ pattern }) => pattern.test(difference.replace(COMMENTS, ""))));
}
