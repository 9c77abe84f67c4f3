import { FOLLOW, FOLLOW_ONE } from "./follow-statements";
import { MAX_VALUE_BYTES, RECORD } from "./record-statement";
import { SHAPE_OF_TYPE } from "./shape";
import { hasParent, PUBLISHED, RECORDING, treeFactsOf, treesOf } from "./tree";
import { TRIM } from "./trim-statement";
import { WAKE } from "./wake-statement";

/** Is raised with every change of the statements below, which are then applied to each database once more. */
export const OUTBOX_VERSION = 9;

/** Values are written the same way under any settings of the writing session, moments in UTC. */
const PINNED = `SET search_path = pg_catalog, pg_temp SET "TimeZone" = 'UTC' SET "IntervalStyle" = 'postgres'
  SET "DateStyle" = 'ISO, YMD' SET bytea_output = 'hex' SET extra_float_digits = '1' SET lc_monetary = 'C'`;

/** The body by which a policy is known to ask for the user's id and nothing else. */
export const USER_ID_BODY = "SELECT nullif(pg_catalog.current_setting('coppice.user_id', true), '')";

const TRIGGERS = [
  ["insert", "INSERT", "REFERENCING NEW TABLE AS new_rows"],
  ["update", "UPDATE", "REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows"],
  ["delete", "DELETE", "REFERENCING OLD TABLE AS old_rows"],
  ["truncate", "TRUNCATE", ""],
] as const;

/** The statements that add and remove a relation's triggers. */
const ADD_TRIGGERS = `
BEGIN
${TRIGGERS.map(
  ([name, event, tables]) =>
    `  EXECUTE format('CREATE OR REPLACE TRIGGER coppice_realtime_${name} AFTER ${event} ON %s ${tables}
    FOR EACH STATEMENT EXECUTE FUNCTION coppice_realtime.record()', target);
  EXECUTE format('ALTER TABLE %s ENABLE TRIGGER coppice_realtime_${name}', target);`,
).join("\n")}
END`;

const DROP_TRIGGERS = `
BEGIN
${TRIGGERS.map(([name]) => `  EXECUTE format('DROP TRIGGER IF EXISTS coppice_realtime_${name} ON %s', target);`).join("\n")}
END`;

const PUBLISH = `
DECLARE
  found record;
  facts record;
  member oid;
BEGIN
  SELECT relkind, relispartition, nspname::text AS namespace, relrowsecurity INTO found
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE pg_class.oid = target;
  IF found.relkind IS NULL OR found.relkind NOT IN ('r', 'p') OR found.relispartition
    OR found.namespace IN ('coppice', 'coppice_realtime', 'pg_catalog', 'information_schema') THEN
    RAISE EXCEPTION '% is not a table whose changes can be published', target USING ERRCODE = 'wrong_object_type';
  END IF;
  IF ${hasParent("target")} THEN
    RAISE EXCEPTION '% inherits from another table, whose statements change its rows without firing its triggers', target
      USING ERRCODE = 'wrong_object_type';
  END IF;
  SELECT links, is_closed, is_local INTO facts FROM ${treeFactsOf("SELECT target::oid")} AS tree;
  IF NOT facts.is_closed THEN
    RAISE EXCEPTION 'a table that inherits from % inherits from another table too, whose statements change rows of % without firing its triggers',
      target, target USING ERRCODE = 'wrong_object_type';
  END IF;
  IF NOT facts.is_local THEN
    RAISE EXCEPTION '% has rows in a foreign table, which others change', target USING ERRCODE = 'wrong_object_type';
  END IF;
  IF strpos(found.namespace, '.') > 0 THEN
    RAISE EXCEPTION 'the schema of % has a dot in its name, so that no one could name the table', target
      USING ERRCODE = 'invalid_name';
  END IF;
  IF NOT EXISTS (SELECT FROM pg_index WHERE indrelid = target AND indisprimary) THEN
    RAISE EXCEPTION '% has no primary key, which tells its rows apart', target USING ERRCODE = 'invalid_table_definition';
  END IF;
  IF audience LIKE 'owner:%' THEN
    IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND attname = substr(audience, 7)
      AND attnum > 0 AND NOT attisdropped) THEN
      RAISE EXCEPTION '% has no column "%"', target, substr(audience, 7) USING ERRCODE = 'undefined_column';
    END IF;
    IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND attname = substr(audience, 7) AND attgenerated = 'v') THEN
      RAISE EXCEPTION 'changes of % don''t have the virtual generated column "%", make it STORED', target, substr(audience, 7)
        USING ERRCODE = 'invalid_column_reference';
    END IF;
  ELSIF audience = 'rls' THEN
    IF NOT found.relrowsecurity THEN
      RAISE EXCEPTION 'row-level security is not enabled for %', target USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
  ELSIF audience IS NULL OR audience NOT IN ('signed-in', 'anyone') THEN
    RAISE EXCEPTION 'the audience must be signed-in, anyone, rls or owner:<column>'
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR member IN ${treesOf("SELECT target::oid")}, ${RECORDING}
    SELECT id FROM tree WHERE id NOT IN (SELECT tgrelid FROM recording) LOOP
    PERFORM coppice_realtime.add_triggers(member);
  END LOOP;
  INSERT INTO coppice_realtime.published (relation, audience, links, kept)
  SELECT target, publish.audience, facts.links, kept FROM ${treeFactsOf("SELECT target::oid")} AS tree
  ON CONFLICT (relation) DO UPDATE SET audience = excluded.audience;
  PERFORM coppice_realtime.follow_one(target);
  -- Users see nothing of a schema that their role may not use.
  IF NOT has_schema_privilege('app_users', found.namespace, 'USAGE') THEN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO app_users', found.namespace);
  END IF;
  -- What the owner gave or took of single columns stays.
  IF NOT has_any_column_privilege('app_users', target, 'SELECT') THEN
    EXECUTE format('GRANT SELECT ON %s TO app_users', target);
  END IF;
END`;

const UNPUBLISH = `
DECLARE
  member oid;
BEGIN
  FOR member IN ${treesOf("SELECT target::oid")} SELECT id FROM tree LOOP
    PERFORM coppice_realtime.drop_triggers(member);
  END LOOP;
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
  VALUES ('send', json_build_object('topic', topic, 'event', event, 'payload', payload));
  ${WAKE}
END`;

const inPlpgsql = (declaration: string, settings: string, body: string) =>
  `CREATE OR REPLACE FUNCTION coppice_realtime.${declaration} LANGUAGE plpgsql ${settings} AS $body$${body}$body$`;

const inSql = (declaration: string, body: string) =>
  `CREATE OR REPLACE FUNCTION coppice_realtime.${declaration} LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
     AS $body$${body}$body$`;

/** The statements by which a database's own role switches realtime on, or updates it. Safe to repeat. */
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
     table_schema text, table_name text, op text NOT NULL, old json, new json, omitted text[],
     -- The rows as PostgreSQL reads them, for policies, and what the table was like.
     old_record text, new_record text, shape bigint, PRIMARY KEY (xid, id))`,
  `DO $body$ BEGIN
     IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'coppice_realtime.change'::regclass AND attname = 'new'
       AND atttypid = 'jsonb'::regtype) THEN
       ALTER TABLE coppice_realtime.change ALTER old TYPE json, ALTER new TYPE json,
         ADD old_record text, ADD new_record text, ADD shape bigint;
     END IF;
   END $body$`,
  "CREATE TABLE IF NOT EXISTS coppice_realtime.published (relation regclass PRIMARY KEY, audience text NOT NULL)",
  // The number of its tree when all of it was recorded; 0 is a table alone.
  "ALTER TABLE coppice_realtime.published ADD COLUMN IF NOT EXISTS links bigint NOT NULL DEFAULT 0",
  "ALTER TABLE coppice_realtime.published ADD COLUMN IF NOT EXISTS kept bigint",
  `CREATE TABLE IF NOT EXISTS coppice_realtime.state (
     is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), version integer NOT NULL,
     -- The database that the rows were recorded in: a copy of it begins with none.
     database oid NOT NULL, trimmed_through xid8 NOT NULL DEFAULT '0')`,
  // A crash of the server empties it. The numbers of transactions that left no trace are then given once more.
  `CREATE UNLOGGED TABLE IF NOT EXISTS coppice_realtime.life (
     is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), id uuid NOT NULL DEFAULT gen_random_uuid())`,
  "DROP FUNCTION IF EXISTS coppice_realtime.large_in(jsonb)",
  inSql(
    "large_in(body json) RETURNS text[]",
    `SELECT array_agg(key ORDER BY key) FROM json_each(body) WHERE octet_length(value::text) > ${MAX_VALUE_BYTES}`,
  ),
  inSql(
    "without(body json, names text[]) RETURNS json",
    "SELECT coalesce(json_object_agg(key, value), '{}') FROM json_each(body) WHERE key <> ALL (names)",
  ),
  inSql("shape_of_type(type oid) RETURNS bigint", SHAPE_OF_TYPE),
  // A reader trims the changes that it has seen. The result is the new `trimmed_through`; null if nothing went.
  inPlpgsql("trim(seen pg_snapshot DEFAULT NULL) RETURNS xid8", `SECURITY DEFINER ${PINNED}`, TRIM),
  inPlpgsql("record() RETURNS trigger", `SECURITY DEFINER ${PINNED}`, RECORD),
  inPlpgsql("add_triggers(target regclass) RETURNS void", PINNED, ADD_TRIGGERS),
  inPlpgsql("drop_triggers(target regclass) RETURNS void", PINNED, DROP_TRIGGERS),
  inPlpgsql("follow_one(target regclass) RETURNS boolean", PINNED, FOLLOW_ONE),
  inPlpgsql("follow() RETURNS boolean", `${PINNED} SET lock_timeout = '200ms'`, FOLLOW),
  inPlpgsql("publish(target regclass, audience text) RETURNS void", PINNED, PUBLISH),
  inPlpgsql("unpublish(target regclass) RETURNS void", PINNED, UNPUBLISH),
  inPlpgsql("send(topic text, event text, payload jsonb) RETURNS void", `SECURITY DEFINER ${PINNED}`, SEND),
  `UPDATE coppice_realtime.published SET kept = tree.kept FROM ${treeFactsOf(PUBLISHED)} AS tree
     WHERE root = relation AND published.kept IS NULL`,
  `INSERT INTO coppice_realtime.state (version, database)
     SELECT ${OUTBOX_VERSION}, oid FROM pg_database WHERE datname = current_database()
     ON CONFLICT (is_only) DO UPDATE SET version = excluded.version`,
];
