import { TRIM } from "./trim-statement";

/** Is raised with every change of the statements below, which are then applied to each database once more. */
export const OUTBOX_VERSION = 4;

/** What one statement may change before a single `bulk` stands for all of it. */
const MAX_ROWS = 10_000;
const MAX_BYTES = 8 * 1024 ** 2;
/** A larger value is left out, and its column named. */
const MAX_VALUE_BYTES = 64 * 1024;

/** What a reader holds alone while writers are to wake it, and where they do. */
export const QUIET_LOCK = "hashtextextended('coppice_realtime.quiet', 0)";
export const QUIET_CHANNEL = "coppice_realtime";

/**
 * The lock lasts as long as the writing transaction: a reader that gets it alone knows that none is on its way. A queue
 * that a neighbour has filled would fail the commit; the reader then finds the change when it looks by itself.
 */
const WAKE = `IF NOT pg_try_advisory_xact_lock_shared(${QUIET_LOCK}) AND pg_notification_queue_usage() < 0.5 THEN
    PERFORM pg_notify('${QUIET_CHANNEL}', '');
  END IF;`;

/** Values are written the same way whatever the writing session is set to, moments in UTC. */
const PINNED = `SET search_path = pg_catalog, pg_temp SET "TimeZone" = 'UTC' SET "IntervalStyle" = 'postgres'
  SET bytea_output = 'hex' SET extra_float_digits = '1'`;

/** The body by which a policy is known to ask for the user's id and nothing else. */
export const USER_ID_BODY = "SELECT nullif(pg_catalog.current_setting('coppice.user_id', true), '')";

/** A row as JSON, without its large values, and the names of these. `OFFSET 0` keeps the row from being written twice. */
const written = (rows: string, place = "") => `
  SELECT ${place && "place,"} CASE WHEN large IS NULL THEN body ELSE body - large END AS body, large
  FROM (SELECT ${place && `${place} AS place,`} to_jsonb(${rows}.*) AS body FROM ${rows} OFFSET 0) AS row,
    LATERAL (SELECT CASE WHEN pg_column_size(body) > ${MAX_VALUE_BYTES} THEN coppice_realtime.large_in(body) END AS large) AS found`;

const RECORD = `
DECLARE
  affected bigint := 0;
  bytes bigint := 0;
  is_uneven boolean := false;
  was jsonb;
  made jsonb;
BEGIN
  -- Most statements change one row, which needs no count of its own.
  IF tg_op = 'INSERT' THEN
    FOR made IN SELECT to_jsonb(new_rows.*) FROM new_rows LIMIT 2 LOOP affected := affected + 1; END LOOP;
  ELSIF tg_op = 'UPDATE' THEN
    FOR was, made IN SELECT to_jsonb(old_rows.*), to_jsonb(new_rows.*) FROM old_rows, new_rows LIMIT 2 LOOP
      affected := affected + 1;
    END LOOP;
  ELSIF tg_op = 'DELETE' THEN
    FOR was IN SELECT to_jsonb(old_rows.*) FROM old_rows LIMIT 2 LOOP affected := affected + 1; END LOOP;
  ELSE
    INSERT INTO coppice_realtime.change (table_schema, table_name, op) VALUES (tg_table_schema, tg_table_name, 'truncate');
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
    INSERT INTO coppice_realtime.change (table_schema, table_name, op, old, new)
    VALUES (tg_table_schema, tg_table_name, lower(tg_op), was, made);
  ELSE
    IF tg_op = 'DELETE' THEN
      SELECT count(*) INTO affected FROM (SELECT FROM old_rows LIMIT ${MAX_ROWS + 1}) AS counted;
    ELSE
      SELECT count(*) INTO affected FROM (SELECT FROM new_rows LIMIT ${MAX_ROWS + 1}) AS counted;
    END IF;
    IF affected BETWEEN 2 AND ${MAX_ROWS} THEN
      IF tg_op <> 'DELETE' THEN SELECT sum(pg_column_size(to_jsonb(new_rows.*))) INTO bytes FROM new_rows; END IF;
      IF tg_op <> 'INSERT' THEN SELECT bytes + sum(pg_column_size(to_jsonb(old_rows.*))) INTO bytes FROM old_rows; END IF;
    END IF;
    IF tg_op = 'UPDATE' THEN
      SELECT affected <> count(*) INTO is_uneven FROM (SELECT FROM old_rows LIMIT ${MAX_ROWS + 1}) AS counted;
    END IF;
    IF affected > ${MAX_ROWS} OR bytes > ${MAX_BYTES} OR is_uneven THEN
      INSERT INTO coppice_realtime.change (table_schema, table_name, op) VALUES (tg_table_schema, tg_table_name, 'bulk');
    ELSIF tg_op = 'INSERT' THEN
      INSERT INTO coppice_realtime.change (table_schema, table_name, op, new, omitted)
      SELECT tg_table_schema, tg_table_name, 'insert', body, large FROM (${written("new_rows")}) AS made;
    ELSIF tg_op = 'DELETE' THEN
      INSERT INTO coppice_realtime.change (table_schema, table_name, op, old, omitted)
      SELECT tg_table_schema, tg_table_name, 'delete', body, large FROM (${written("old_rows")}) AS gone;
    ELSE
      -- Both tables hold the rows in the order in which they were updated.
      INSERT INTO coppice_realtime.change (table_schema, table_name, op, old, new, omitted)
      SELECT tg_table_schema, tg_table_name, 'update', before.body, after.body, after.large
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

const TRIGGERS = [
  ["insert", "INSERT", "REFERENCING NEW TABLE AS new_rows"],
  ["update", "UPDATE", "REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows"],
  ["delete", "DELETE", "REFERENCING OLD TABLE AS old_rows"],
  ["truncate", "TRUNCATE", ""],
] as const;

/**
 * Counts the triggers of a table that record its changes; a table that is recorded has four. The function is looked up
 * anew each time, also in a prepared statement.
 */
export const recordingTriggersOf = (relation: string) => `(
  SELECT count(*) FROM pg_trigger WHERE tgrelid = ${relation} AND tgname LIKE 'coppice\\_realtime\\_%'
    AND tgfoid = to_regproc('coppice_realtime.record') AND tgenabled IN ('O', 'A'))`;

const PUBLISH = `
DECLARE
  found record;
BEGIN
  SELECT relkind, relispartition, relnamespace::regnamespace::text AS namespace, relrowsecurity INTO found
  FROM pg_class WHERE oid = target;
  IF found.relkind IS NULL OR found.relkind NOT IN ('r', 'p') OR found.relispartition
    OR found.namespace IN ('coppice', 'coppice_realtime', 'pg_catalog', 'information_schema') THEN
    RAISE EXCEPTION '% is not a table whose changes can be published', target USING ERRCODE = 'wrong_object_type';
  END IF;
  IF NOT EXISTS (SELECT FROM pg_index WHERE indrelid = target AND indisprimary) THEN
    RAISE EXCEPTION '% has no primary key, which tells its rows apart', target USING ERRCODE = 'invalid_table_definition';
  END IF;
  IF audience LIKE 'owner:%' THEN
    IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND attname = substr(audience, 7)
      AND attnum > 0 AND NOT attisdropped) THEN
      RAISE EXCEPTION '% has no column "%"', target, substr(audience, 7) USING ERRCODE = 'undefined_column';
    END IF;
  ELSIF audience = 'rls' THEN
    IF NOT found.relrowsecurity THEN
      RAISE EXCEPTION 'row-level security is not enabled for %', target USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
  ELSIF audience IS NULL OR audience NOT IN ('signed-in', 'anyone') THEN
    RAISE EXCEPTION 'the audience must be signed-in, anyone, rls or owner:<column>'
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF ${recordingTriggersOf("target")} < 4 THEN
${TRIGGERS.map(
  ([name, event, tables]) =>
    `    EXECUTE format('CREATE OR REPLACE TRIGGER coppice_realtime_${name} AFTER ${event} ON %s ${tables}
      FOR EACH STATEMENT EXECUTE FUNCTION coppice_realtime.record()', target);
    EXECUTE format('ALTER TABLE %s ENABLE TRIGGER coppice_realtime_${name}', target);`,
).join("\n")}
  END IF;
  INSERT INTO coppice_realtime.published (relation, audience) VALUES (target, publish.audience)
  ON CONFLICT (relation) DO UPDATE SET audience = excluded.audience;
  -- What the owner gave or took of single columns stays.
  IF NOT has_any_column_privilege('app_users', target, 'SELECT') THEN
    EXECUTE format('GRANT SELECT ON %s TO app_users', target);
  END IF;
END`;

const UNPUBLISH = `
BEGIN
${TRIGGERS.map(([name]) => `  EXECUTE format('DROP TRIGGER IF EXISTS coppice_realtime_${name} ON %s', target);`).join("\n")}
  DELETE FROM coppice_realtime.published WHERE relation = target;
END`;

const SEND = `
BEGIN
  IF topic IS NULL OR event IS NULL OR length(topic) NOT BETWEEN 1 AND 256 OR length(event) NOT BETWEEN 1 AND 256 THEN
    RAISE EXCEPTION 'topic and event must have 1 to 256 characters' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF octet_length(payload::text) > ${MAX_VALUE_BYTES} THEN
    RAISE EXCEPTION 'the payload is larger than 64 KB' USING ERRCODE = 'program_limit_exceeded';
  END IF;
  INSERT INTO coppice_realtime.change (op, new)
  VALUES ('send', jsonb_build_object('topic', topic, 'event', event, 'payload', payload));
  ${WAKE}
END`;

const inPlpgsql = (declaration: string, settings: string, body: string) =>
  `CREATE OR REPLACE FUNCTION coppice_realtime.${declaration} LANGUAGE plpgsql ${settings} AS $body$${body}$body$`;

/** What a database's own role runs to switch realtime on, or to bring it up to this version. Safe to repeat. */
export const OUTBOX_STATEMENTS: readonly string[] = [
  "CREATE SCHEMA IF NOT EXISTS coppice",
  "GRANT USAGE ON SCHEMA coppice TO PUBLIC",
  `CREATE OR REPLACE FUNCTION coppice.user_id() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $body$${USER_ID_BODY}$body$`,
  `CREATE OR REPLACE FUNCTION coppice.claims() RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE
     AS $body$SELECT nullif(pg_catalog.current_setting('coppice.claims', true), '')::jsonb$body$`,
  "CREATE SCHEMA IF NOT EXISTS coppice_realtime",
  // Recorded rows are also of tables that viewers of the dashboard may not read.
  `DO $body$ BEGIN
     IF to_regrole('dashboard_viewers') IS NOT NULL THEN
       EXECUTE 'REVOKE ALL ON SCHEMA coppice_realtime FROM dashboard_viewers';
     END IF;
   END $body$`,
  `CREATE TABLE IF NOT EXISTS coppice_realtime.change (
     id bigserial, xid xid8 NOT NULL DEFAULT pg_current_xact_id(), at timestamptz NOT NULL DEFAULT clock_timestamp(),
     table_schema text, table_name text, op text NOT NULL, old jsonb, new jsonb, omitted text[],
     PRIMARY KEY (xid, id))`,
  "CREATE TABLE IF NOT EXISTS coppice_realtime.published (relation regclass PRIMARY KEY, audience text NOT NULL)",
  `CREATE TABLE IF NOT EXISTS coppice_realtime.state (
     is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), version integer NOT NULL,
     -- The database that the rows were recorded in: a copy of it begins with none.
     database oid NOT NULL, trimmed_through xid8 NOT NULL DEFAULT '0')`,
  // A crash of the server empties it. The numbers of transactions that left no trace are then given once more.
  `CREATE UNLOGGED TABLE IF NOT EXISTS coppice_realtime.life (
     is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), id uuid NOT NULL DEFAULT gen_random_uuid())`,
  `CREATE OR REPLACE FUNCTION coppice_realtime.large_in(body jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE
     SET search_path = pg_catalog, pg_temp
     AS $body$SELECT array_agg(key ORDER BY key) FROM jsonb_each(body) WHERE octet_length(value::text) > ${MAX_VALUE_BYTES}$body$`,
  // A reader trims what it has seen. What is returned is the new `trimmed_through`; null where nothing went.
  inPlpgsql("trim(seen pg_snapshot DEFAULT NULL) RETURNS xid8", `SECURITY DEFINER ${PINNED}`, TRIM),
  inPlpgsql("record() RETURNS trigger", `SECURITY DEFINER ${PINNED}`, RECORD),
  inPlpgsql("publish(target regclass, audience text) RETURNS void", PINNED, PUBLISH),
  inPlpgsql("unpublish(target regclass) RETURNS void", PINNED, UNPUBLISH),
  inPlpgsql("send(topic text, event text, payload jsonb) RETURNS void", `SECURITY DEFINER ${PINNED}`, SEND),
  `INSERT INTO coppice_realtime.state (version, database)
     SELECT ${OUTBOX_VERSION}, oid FROM pg_database WHERE datname = current_database()
     ON CONFLICT (is_only) DO UPDATE SET version = excluded.version`,
];
