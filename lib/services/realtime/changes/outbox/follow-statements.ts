import { HAS_OUR_NAME, PUBLISHED, rootOf, treeFactsOf, treesOf } from "./tree";
import { QUIET_CHANNEL } from "./wake-statement";

/** The number of tables that are given or rid of triggers in one transaction, which locks them until it ends. */
const TABLES_AT_ONCE = 100;

const TELL = `INSERT INTO coppice_realtime.change (table_schema, table_name, op)
    SELECT nspname, relname, 'bulk' FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE pg_class.oid = target`;

/**
 * The body of a function that sees to it that each table of a published table's tree is recorded, and then tells that
 * its rows must be read again: some came or went with a table, rows written to one before it had triggers are lost, and
 * so are those that a migration wrote past them. Returns whether there is more to do. Sessions that were writing have ended once a table has its triggers.
 */
export const FOLLOW_ONE = `
DECLARE
  now bigint := (SELECT links FROM ${treeFactsOf("SELECT target::oid")} AS tree);
  member oid;
  added integer := 0;
BEGIN
  IF EXISTS (SELECT FROM coppice_realtime.published JOIN ${treeFactsOf("SELECT target::oid")} AS tree ON root = relation
    WHERE published.links = now AND published.kept = tree.kept) THEN RETURN false; END IF;
  -- Triggers that somebody has dropped in part, or disabled, stay as they are.
  FOR member IN ${treesOf("SELECT target::oid")} SELECT id FROM tree JOIN pg_class ON oid = id WHERE relkind IN ('r', 'p')
    AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = id AND ${HAS_OUR_NAME}) LOOP
    IF added = ${TABLES_AT_ONCE} THEN RETURN true; END IF;
    PERFORM coppice_realtime.add_triggers(member);
    added := added + 1;
  END LOOP;
  UPDATE coppice_realtime.published SET links = now, kept = tree.kept
  FROM ${treeFactsOf("SELECT target::oid")} AS tree WHERE relation = target;
  ${TELL};
  RETURN false;
END`;

/**
 * The body of a function that follows the trees of all published tables. A table that can't be recorded now, as when
 * somebody writes to it for long, is tried again by the next call, and each call until then tells that changes are missing.
 */
export const FOLLOW = `
DECLARE
  target regclass;
  has_more boolean := false;
BEGIN
  -- One process does it at a time, and nobody waits for it.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('coppice_realtime.follow', 0)) THEN RETURN false; END IF;
  FOR target IN SELECT relation FROM coppice_realtime.published JOIN pg_class ON oid = relation
    JOIN ${treeFactsOf(PUBLISHED)} AS tree ON root = relation WHERE published.links <> tree.links OR published.kept <> tree.kept LOOP
    BEGIN
      has_more := coppice_realtime.follow_one(target) OR has_more;
    EXCEPTION WHEN OTHERS THEN
      ${TELL};
    END;
  END LOOP;
  FOR target IN SELECT DISTINCT tgrelid FROM pg_trigger WHERE tgfoid = to_regproc('coppice_realtime.record')
    AND tgrelid NOT IN (SELECT relation FROM coppice_realtime.published) AND ${rootOf("tgrelid")} IS NULL
    LIMIT ${TABLES_AT_ONCE} LOOP
    BEGIN
      PERFORM coppice_realtime.drop_triggers(target);
    EXCEPTION WHEN OTHERS THEN
      -- They record nothing.
      NULL;
    END;
  END LOOP;
  -- Whoever relies on this session's lock would not be woken otherwise.
  IF pg_notification_queue_usage() < 0.5 THEN PERFORM pg_notify('${QUIET_CHANNEL}', ''); END IF;
  RETURN has_more;
END`;
