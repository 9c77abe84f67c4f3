import { columnShapeOf } from "./shape";

/**
 * Begins a query of `tree`: for each root the ids of itself, of its partitions and of the tables that inherit from it, at
 * each level. Temporary ones are left out, whose rows only their own session sees.
 */
export const treesOf = (roots: string) => `
  WITH RECURSIVE tree (root, id) AS (
    SELECT given.id, given.id FROM (${roots}) AS given (id)
    UNION SELECT root, inhrelid FROM tree JOIN pg_inherits ON inhparent = id AND NOT inhdetachpending
      JOIN pg_class ON pg_class.oid = inhrelid AND relpersistence <> 't')`;

/** SQL for whether a table is a partition, or inherits from another. */
export const hasParent = (relation: string) =>
  `EXISTS (SELECT FROM pg_inherits WHERE inhrelid = ${relation} AND NOT inhdetachpending)`;

/** SQL for whether a trigger has one of the names of ours. */
export const HAS_OUR_NAME = "tgname LIKE 'coppice\\_realtime\\_%'";

/**
 * Makes `recording`, the tables whose changes triggers record, which takes four, and a number that is another once one was
 * switched off, also where it is on again. The function is looked up anew each time.
 */
export const RECORDING = `recording AS (
    SELECT tgrelid, bit_xor(hash_record_extended(ROW (oid, xmin), 0)) AS part FROM pg_trigger WHERE ${HAS_OUR_NAME} AND tgfoid = to_regproc('coppice_realtime.record')
      AND tgenabled IN ('O', 'A') GROUP BY tgrelid HAVING count(*) = 4)`;

/**
 * SQL for the facts about the tree of each root. A statement fires the triggers of the table that it names and of no
 * other, so each table of the tree has them, and none may be reached through a table outside of it.
 */
export const treeFactsOf = (roots: string) => `(
  ${treesOf(roots)}, ${RECORDING}
  SELECT tree.root,
    -- Another number once a table came or went, also where it has come back meanwhile. Without any it is 0.
    coalesce(bit_xor(hash_record_extended(ROW (inhrelid, inhparent, pg_inherits.xmin), 0)) FILTER (WHERE inhrelid > 0), 0)
      AS links,
    -- Another number once rows may have come or changed past the triggers: by a load without them, a new column, or a
    -- rewrite, which gives a table another file.
    coalesce((SELECT bit_xor(part) FROM (
      SELECT part FROM tree AS node JOIN recording ON tgrelid = node.id WHERE node.root = tree.root
      UNION ALL SELECT hash_record_extended(ROW (oid, relfilenode), 0)
        FROM tree AS node JOIN pg_class ON oid = node.id WHERE node.root = tree.root AND relkind = 'r'
      UNION ALL SELECT ${columnShapeOf("tree.root")}) AS parts), 0) AS kept,
    bool_and(inhrelid IS NULL OR above.id IS NOT NULL) AS is_closed,
    bool_and(relkind IS DISTINCT FROM 'f') AS is_local,
    bool_and(tgrelid IS NOT NULL) AS has_triggers
  FROM tree LEFT JOIN pg_class ON oid = tree.id LEFT JOIN recording ON tgrelid = tree.id
    LEFT JOIN pg_inherits ON inhrelid = tree.id AND NOT inhdetachpending
    LEFT JOIN tree AS above ON above.root = tree.root AND above.id = inhparent
  GROUP BY tree.root)`;

/** SQL for the published table to whose tree a table belongs; null where there is none. */
export const rootOf = (member: string) => `(
  WITH RECURSIVE above (id) AS (
    SELECT ${member}::oid
    UNION SELECT inhparent FROM above JOIN pg_inherits ON inhrelid = id AND NOT inhdetachpending
  ) SELECT id FROM above JOIN coppice_realtime.published ON relation = id
  WHERE NOT ${hasParent("id")} ORDER BY id LIMIT 1)`;

/** The roots of the recorded tables. */
export const PUBLISHED = "SELECT relation::oid FROM coppice_realtime.published";
