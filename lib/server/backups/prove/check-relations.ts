import { type Client, DatabaseError } from "pg";
import type { AsSuperuser } from "../../embedded-postgres/as-superuser";
import { DamageError } from "../damage";

/** Data or an index is corrupted, the server is at odds with itself, or a file is missing. */
const DAMAGE = /^(?:XX|58)/;

/** A database whose deletion was cut off can't be opened. */
const DATABASES = `
  SELECT datname AS name, format('ALTER DATABASE %I ALLOW_CONNECTIONS true', datname) AS open
  FROM pg_database WHERE datconnlimit <> -2 ORDER BY oid`;

/** A customer's function may run as part of an index, so only of those without one are rows compared with the table. */
const RELATIONS = `
  SELECT c.oid::text AS oid, c.relkind = 'i' AS "isIndex",
         coalesce(i.indexprs IS NULL AND i.indpred IS NULL, false) AS "isPlain"
  FROM pg_class c
  LEFT JOIN pg_am am ON am.oid = c.relam
  LEFT JOIN pg_index i ON i.indexrelid = c.oid
  WHERE c.relpersistence <> 't'
    AND (c.relkind IN ('r', 't', 'm') AND am.amname = 'heap' OR c.relkind = 'S'
      OR c.relkind = 'i' AND am.amname = 'btree' AND i.indisvalid AND i.indisready)
  ORDER BY c.oid`;

/**
 * Whether the order of texts, or code of an extension, is other on the machine where the indexes were made: this one
 * would take them for corrupted.
 */
const HAS_OTHER_ORDER = `
  SELECT EXISTS (SELECT FROM pg_database WHERE datname = current_database()
                 AND datcollversion IS DISTINCT FROM pg_database_collation_actual_version(oid))
    OR EXISTS (SELECT FROM pg_collation WHERE collversion IS DISTINCT FROM pg_collation_actual_version(oid))
    OR EXISTS (SELECT FROM pg_extension WHERE extname NOT IN (SELECT name FROM pg_available_extensions)) AS other`;

interface Relation {
  oid: string;
  isIndex: boolean;
  isPlain: boolean;
}

/**
 * Has amcheck look at every table and B-tree of every database, and returns their number. Throws `DamageError` at the
 * first that is corrupted, which it names by its numbers alone: names are customers'.
 */
export async function checkRelations(
  asSuperuser: AsSuperuser,
  signal: AbortSignal,
  { isOfOtherMachine = false }: { isOfOtherMachine?: boolean } = {},
): Promise<number> {
  let databases: string[] = [];
  let hasAmcheck = false;
  await asSuperuser("postgres", async (client) => {
    const { rows } = await client.query<{ name: string; open: string }>(DATABASES);
    for (const { open } of rows) await client.query(open);
    databases = rows.map(({ name }) => name);
    const { rowCount } = await client.query("SELECT FROM pg_available_extensions WHERE name = 'amcheck'");
    hasAmcheck = rowCount !== 0;
  });
  let count = 0;
  for (const database of hasAmcheck ? databases : []) {
    await asSuperuser(database, async (client) => {
      await client.query("SET client_min_messages = warning; CREATE EXTENSION IF NOT EXISTS amcheck SCHEMA pg_catalog");
      const leavesIndexes = isOfOtherMachine && (await hasOtherOrder(client));
      const { rows } = await client.query<Relation>(RELATIONS);
      const checked = rows.filter(({ isIndex }) => !(isIndex && leavesIndexes));
      for (const relation of checked) {
        signal.throwIfAborted();
        await checkRelation(client, relation, database);
      }
      count += checked.length;
    });
  }
  return count;
}

async function hasOtherOrder(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ other: boolean }>(HAS_OTHER_ORDER);
  return rows[0]?.other === true;
}

async function checkRelation(client: Client, { oid, isIndex, isPlain }: Relation, database: string): Promise<void> {
  const what = `${isIndex ? "Index" : "Table"} ${oid} of database ${database} is corrupted`;
  try {
    if (isIndex) await client.query("SELECT bt_index_check($1::oid::regclass, $2)", [oid, isPlain]);
    else {
      const { rows } = await client.query("SELECT blkno FROM verify_heapam($1::oid::regclass, on_error_stop => true)", [
        oid,
      ]);
      if (rows[0]) throw new DamageError(`${what} in page ${rows[0].blkno}.`);
    }
  } catch (error) {
    if (!(error instanceof DatabaseError) || !DAMAGE.test(error.code ?? "")) throw error;
    throw new DamageError(`${what} (${error.code}).`, { cause: error });
  }
}
