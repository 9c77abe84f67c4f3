import { SHAPE } from "./shape";
import { hasParent, rootOf, treeFactsOf } from "./tree";
import { WAKE } from "./wake-statement";

/** The changes that one statement may make before a single `bulk` stands for all of them. */
const MAX_ROWS = 10_000;
const MAX_BYTES = 8 * 1024 ** 2;
/** A larger value is left out, and its column named. */
export const MAX_VALUE_BYTES = 64 * 1024;
/** A larger row is not kept for policies, which then can't be asked about it. */
const MAX_RECORD_BYTES = 256 * 1024;

/**
 * A row as PostgreSQL writes and reads it without loss, for tables whose policies are asked about it. Without the star it
 * would be a column of that name.
 */
const recordOf = (rows: string) =>
  `CASE WHEN is_policed AND octet_length((${rows}.*)::text) <= ${MAX_RECORD_BYTES} THEN (${rows}.*)::text END`;

/**
 * A row as JSON, without its large values, and the names of these. It is `json`, which keeps a document as it was
 * written. `OFFSET 0` keeps the row from being written twice.
 */
const written = (rows: string, place = "") => `
  SELECT ${place && "place,"} CASE WHEN large IS NULL THEN body ELSE coppice_realtime.without(body, large) END AS body, large, record
  FROM (SELECT ${place && `${place} AS place,`} row_to_json(${rows}.*) AS body, ${recordOf(rows)} AS record
      FROM ${rows} OFFSET 0) AS row,
    LATERAL (SELECT CASE WHEN pg_column_size(body) > ${MAX_VALUE_BYTES} THEN coppice_realtime.large_in(body) END AS large) AS found`;

const columnsOf = (relation: string) => `(
  SELECT array_agg(attname ORDER BY attnum) FROM pg_attribute WHERE attrelid = ${relation} AND attnum > 0 AND NOT attisdropped)`;

/**
 * The body of the trigger that records the changes of a statement: as a change of the published table, whichever table
 * of its tree the statement has named. The table may have columns with the names of its variables.
 */
export const RECORD = `
#variable_conflict use_variable
DECLARE
  root oid := coalesce(pg_partition_root(tg_relid), tg_relid);
  root_schema text := tg_table_schema;
  root_name text := tg_table_name;
  affected bigint := 0;
  bytes bigint := 0;
  is_uneven boolean := false;
  was json;
  made json;
  old_record text;
  new_record text;
  is_policed boolean;
  shape bigint;
BEGIN
  IF root = tg_relid AND ${hasParent("tg_relid")} THEN root := ${rootOf("tg_relid")}; END IF;
  SELECT relation, audience = 'rls', ${SHAPE} INTO root, is_policed, shape
  FROM coppice_realtime.published WHERE relation = root;
  IF root IS NULL THEN
    -- It has left the tree, or is in none. A snapshot from before it came or was published can't tell, and a table that
    -- isn't named is any.
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      INSERT INTO coppice_realtime.change (op) VALUES ('bulk');
      ${WAKE}
    END IF;
    RETURN NULL;
  END IF;
  IF root <> tg_relid THEN
    SELECT nspname, relname INTO root_schema, root_name
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE pg_class.oid = root;
    -- A row as PostgreSQL reads it goes by the places of its columns.
    is_policed := is_policed AND ${columnsOf("tg_relid")} = ${columnsOf("root")};
  END IF;
  -- Most statements change one row, which needs no count of its own.
  IF tg_op = 'INSERT' THEN
    FOR made, new_record IN SELECT row_to_json(new_rows.*), ${recordOf("new_rows")} FROM new_rows LIMIT 2 LOOP
      affected := affected + 1;
    END LOOP;
  ELSIF tg_op = 'UPDATE' THEN
    FOR was, made, old_record, new_record IN
      SELECT row_to_json(old_rows.*), row_to_json(new_rows.*), ${recordOf("old_rows")}, ${recordOf("new_rows")}
      FROM old_rows, new_rows LIMIT 2 LOOP
      affected := affected + 1;
    END LOOP;
  ELSIF tg_op = 'DELETE' THEN
    FOR was, old_record IN SELECT row_to_json(old_rows.*), ${recordOf("old_rows")} FROM old_rows LIMIT 2 LOOP
      affected := affected + 1;
    END LOOP;
  ELSE
    INSERT INTO coppice_realtime.change (table_schema, table_name, op) VALUES (root_schema, root_name, 'truncate');
    -- Its other file needs no gap of its own. Under a stricter isolation the transaction could fail at it.
    IF current_setting('transaction_isolation') = 'read committed' THEN
      UPDATE coppice_realtime.published SET kept = tree.kept FROM ${treeFactsOf("SELECT root")} AS tree
      WHERE relation = root;
    END IF;
    ${WAKE}
    RETURN NULL;
  END IF;
  -- A row that moved to another partition, where a trigger dropped it, has no new one.
  IF affected = 0 AND tg_op = 'UPDATE' THEN
    SELECT count(*) INTO affected FROM (SELECT FROM old_rows LIMIT 1) AS gone;
  END IF;
  IF affected = 0 THEN RETURN NULL; END IF;
  IF affected = 1 AND coalesce(was, made) IS NOT NULL
    AND greatest(pg_column_size(was), pg_column_size(made)) <= ${MAX_VALUE_BYTES} THEN
    INSERT INTO coppice_realtime.change (table_schema, table_name, op, old, new, old_record, new_record, shape)
    VALUES (root_schema, root_name, lower(tg_op), was, made, old_record, new_record, shape);
  ELSE
    IF tg_op = 'DELETE' THEN
      SELECT count(*) INTO affected FROM (SELECT FROM old_rows LIMIT ${MAX_ROWS + 1}) AS counted;
    ELSE
      SELECT count(*) INTO affected FROM (SELECT FROM new_rows LIMIT ${MAX_ROWS + 1}) AS counted;
    END IF;
    IF affected BETWEEN 2 AND ${MAX_ROWS} THEN
      IF tg_op <> 'DELETE' THEN SELECT sum(pg_column_size(row_to_json(new_rows.*))) INTO bytes FROM new_rows; END IF;
      IF tg_op <> 'INSERT' THEN SELECT bytes + sum(pg_column_size(row_to_json(old_rows.*))) INTO bytes FROM old_rows; END IF;
    END IF;
    IF tg_op = 'UPDATE' THEN
      SELECT affected <> count(*) INTO is_uneven FROM (SELECT FROM old_rows LIMIT ${MAX_ROWS + 1}) AS counted;
    END IF;
    IF affected > ${MAX_ROWS} OR bytes > ${MAX_BYTES} OR is_uneven THEN
      INSERT INTO coppice_realtime.change (table_schema, table_name, op) VALUES (root_schema, root_name, 'bulk');
    ELSIF tg_op = 'INSERT' THEN
      INSERT INTO coppice_realtime.change (table_schema, table_name, op, new, omitted, new_record, shape)
      SELECT root_schema, root_name, 'insert', body, large, record, shape FROM (${written("new_rows")}) AS made;
    ELSIF tg_op = 'DELETE' THEN
      INSERT INTO coppice_realtime.change (table_schema, table_name, op, old, omitted, old_record, shape)
      SELECT root_schema, root_name, 'delete', body, large, record, shape FROM (${written("old_rows")}) AS gone;
    ELSE
      -- Both tables hold the rows in the order in which they were updated.
      INSERT INTO coppice_realtime.change (table_schema, table_name, op, old, new, omitted, old_record, new_record, shape)
      SELECT root_schema, root_name, 'update', before.body, after.body, after.large, before.record, after.record, shape
      FROM (${written("old_rows", "row_number() OVER ()")}) AS before
        JOIN (${written("new_rows", "row_number() OVER ()")}) AS after USING (place);
    END IF;
  END IF;
  ${WAKE}
  -- Where nobody reads, writers trim. Under a stricter isolation their transaction could fail at it.
  IF random() * 1000 < affected AND current_setting('transaction_isolation') = 'read committed' THEN
    PERFORM coppice_realtime.trim();
  END IF;
  RETURN NULL;
END`;
