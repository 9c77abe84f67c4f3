import { bySql, type Check, columns, NAME, TABLES } from "./check";

const NOTABLE_DEAD_ROWS = 10_000;
const MANY_SCANS = 100;
/** A scan of fewer rows is often faster than an index. */
const NOTABLE_ROWS = 10_000;

const SCANS = "pg_stat_get_numscans(c.oid)";
const ROWS = "pg_stat_get_tuples_returned(c.oid)";
const INDEX_SCANS = `(SELECT coalesce(sum(pg_stat_get_numscans(i.indexrelid)), 0) FROM pg_index AS i WHERE i.indrelid = c.oid)`;
const inWords = (number: string) => `to_char(${number}, 'FM999,999,999,999,999')`;

export const TABLE_CHECKS: readonly Check[] = [
  bySql(
    "no-primary-key",
    `SELECT ${columns({
      sql: `format('ALTER TABLE %s ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;', ${NAME})`,
    })}
     FROM ${TABLES} WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisprimary)`,
  ),
  bySql(
    "whole-table-read-often",
    `SELECT ${columns({
      figure: `${ROWS}::float8`,
      detail: `format('read %s times, %s rows each', ${inWords(SCANS)}, ${inWords(`${ROWS} / ${SCANS}`)})`,
      sql: `format('SELECT seq_scan, seq_tup_read, idx_scan, last_seq_scan FROM pg_stat_user_tables WHERE relid = %L::regclass;', ${NAME})`,
    })}
     FROM ${TABLES} WHERE c.relkind IN ('r', 'm') AND ${SCANS} >= ${MANY_SCANS}
       AND ${ROWS} / greatest(${SCANS}, 1) >= ${NOTABLE_ROWS} AND ${INDEX_SCANS} * 10 <= ${SCANS}`,
  ),
  bySql(
    "many-dead-rows",
    `SELECT ${columns({
      figure: "pg_stat_get_dead_tuples(c.oid)::float8",
      detail: `format('%s dead rows, %s others', ${inWords("pg_stat_get_dead_tuples(c.oid)")}, ${inWords("pg_stat_get_live_tuples(c.oid)")})`,
      sql: `format('VACUUM (ANALYZE) %s;', ${NAME})`,
    })}
     FROM ${TABLES} WHERE c.relkind IN ('r', 'm') AND pg_stat_get_dead_tuples(c.oid) >= ${NOTABLE_DEAD_ROWS}
       AND pg_stat_get_dead_tuples(c.oid) * 4 >= pg_stat_get_live_tuples(c.oid)`,
  ),
];
