/** Every object of every kind that is not the system's own, with its owner. */
export const OWNED_OBJECTS = `
  SELECT 'relation ' || c.relname AS object, c.relowner::regrole::text AS owner FROM pg_class c
    WHERE c.relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_' OR nspname = 'information_schema')
  UNION ALL SELECT 'function ' || proname, proowner::regrole::text FROM pg_proc p
    WHERE oid >= 16384 AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL SELECT 'schema ' || nspname, nspowner::regrole::text FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
  UNION ALL SELECT 'type ' || typname, typowner::regrole::text FROM pg_type t
    WHERE oid >= 16384 AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype IN ('e', 'i')) AND typrelid = 0
  UNION ALL SELECT 'extension ' || extname, extowner::regrole::text FROM pg_extension WHERE extname <> 'plpgsql'
  UNION ALL SELECT 'large object ' || oid, lomowner::regrole::text FROM pg_largeobject_metadata
  UNION ALL SELECT 'publication ' || pubname, pubowner::regrole::text FROM pg_publication
  UNION ALL SELECT 'statistics ' || stxname, stxowner::regrole::text FROM pg_statistic_ext
  UNION ALL SELECT 'dictionary ' || dictname, dictowner::regrole::text FROM pg_ts_dict WHERE oid >= 16384
  UNION ALL SELECT 'configuration ' || cfgname, cfgowner::regrole::text FROM pg_ts_config WHERE oid >= 16384
  UNION ALL SELECT 'operator ' || oprname, oprowner::regrole::text FROM pg_operator o
    WHERE oid >= 16384 AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e')
  UNION ALL SELECT 'collation ' || collname, collowner::regrole::text FROM pg_collation WHERE oid >= 16384`;

/** The objects that default privileges decide about. */
export const NEW_OBJECTS = [
  "CREATE FUNCTION f() RETURNS int LANGUAGE sql RETURN 1",
  "CREATE TABLE plain (id int)",
  "CREATE TABLE app.shared (id serial)",
  "CREATE SCHEMA later",
  "CREATE DOMAIN kind AS int",
  "SELECT lo_create(1)",
];

/** The rights on `NEW_OBJECTS`, as the catalogs spell them. */
export const RIGHTS = `
  SELECT (SELECT proacl::text FROM pg_proc WHERE proname = 'f'),
    (SELECT relacl::text FROM pg_class WHERE relname = 'plain'),
    (SELECT relacl::text FROM pg_class WHERE relname = 'shared'),
    (SELECT relacl::text FROM pg_class WHERE relname = 'shared_id_seq'),
    (SELECT nspacl::text FROM pg_namespace WHERE nspname = 'later'),
    (SELECT coalesce(typacl::text, 'default') FROM pg_type WHERE typname = 'kind'),
    (SELECT lomacl::text FROM pg_largeobject_metadata WHERE oid = 1)`;

/** Makes one object of every kind that a customer may make. */
export const EVERY_KIND = [
  "CREATE EXTENSION citext",
  "CREATE EXTENSION hstore",
  'CREATE SCHEMA "odd ""schema"',
  'CREATE TABLE "odd ""schema"."table; DROP" (id int)',
  "CREATE TYPE mood AS ENUM ('sad', 'glad')",
  "CREATE TYPE pair AS (a int, b int)",
  "CREATE DOMAIN positive AS int CHECK (value > 0)",
  "CREATE TABLE item (id serial PRIMARY KEY, name citext, tags hstore, mood mood, n positive)",
  "CREATE TABLE part (id int, at date) PARTITION BY RANGE (at)",
  "CREATE TABLE part_2026 PARTITION OF part FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
  "CREATE UNLOGGED TABLE scratch (id int)",
  "CREATE SEQUENCE counter START 41",
  "SELECT nextval('counter')",
  "CREATE VIEW glad AS SELECT * FROM item WHERE mood = 'glad'",
  "CREATE MATERIALIZED VIEW total AS SELECT count(*) AS n FROM item",
  "CREATE FUNCTION twice(int) RETURNS int LANGUAGE sql RETURN $1 * 2",
  "CREATE FUNCTION whoami() RETURNS text LANGUAGE sql SECURITY DEFINER RETURN current_user",
  "CREATE PROCEDURE nothing() LANGUAGE plpgsql AS 'BEGIN END'",
  "CREATE AGGREGATE product(int) (SFUNC = int4mul, STYPE = int, INITCOND = '1')",
  "CREATE OPERATOR === (LEFTARG = int, RIGHTARG = int, FUNCTION = int4eq)",
  "CREATE FUNCTION bump() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.n := coalesce(NEW.n, 0) + 1; RETURN NEW; END'",
  "CREATE TRIGGER bump BEFORE INSERT ON item FOR EACH ROW EXECUTE FUNCTION bump()",
  "CREATE STATISTICS both_columns ON id, name FROM item",
  "CREATE TEXT SEARCH DICTIONARY own_words (TEMPLATE = simple)",
  "CREATE TEXT SEARCH CONFIGURATION own_search (COPY = simple)",
  'CREATE COLLATION own_order FROM "C"',
  "CREATE PUBLICATION changes FOR TABLE item",
  "SELECT lo_from_bytea(4711, 'large')",
  "INSERT INTO item (name, tags, mood) SELECT 'Name ' || i, hstore('i', i::text), 'glad' FROM generate_series(1, 1000) AS i",
  "REFRESH MATERIALIZED VIEW total",
];
