/** A session in the database that is read. */
interface Reading {
  query(text: string): Promise<{ rows: (string | null)[][] }>;
}

const OWN = "nspname !~ '^pg_' AND nspname <> 'information_schema'";

/**
 * Everything that a database has by name, and the rights on it, as lines that are equal in an equal database. The parts
 * of an extension are left out: a later version of it may have others.
 */
const OBJECTS = `
  WITH own AS (SELECT oid, nspname, nspacl, nspowner FROM pg_namespace WHERE ${OWN}),
  of_extension AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
  relation AS (
    SELECT c.oid, format('%I.%I', nspname, relname) AS name, relkind, relacl, relowner FROM pg_class AS c JOIN own ON own.oid = relnamespace
    WHERE relpersistence <> 't' AND ('pg_class'::regclass, c.oid) NOT IN (SELECT * FROM of_extension)),
  right_of (object, acl) AS (
    SELECT 'schema ' || nspname, coalesce(nspacl, acldefault('n', nspowner)) FROM own
    UNION ALL SELECT 'relation ' || name, coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner))
      FROM relation WHERE relkind IN ('r', 'p', 'v', 'm', 'S')
    UNION ALL SELECT 'routine ' || p.oid::regprocedure, coalesce(proacl, acldefault('f', proowner))
      FROM pg_proc AS p JOIN own ON own.oid = pronamespace
      WHERE ('pg_proc'::regclass, p.oid) NOT IN (SELECT * FROM of_extension))
  SELECT 'extension ' || extname FROM pg_extension
  UNION ALL SELECT format('%s %s', relkind, name) FROM relation
  UNION ALL SELECT format('column %s.%I %s', name, attname, format_type(atttypid, atttypmod)) FROM relation
    JOIN pg_attribute ON attrelid = relation.oid WHERE attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'p', 'v', 'm')
  UNION ALL SELECT format('constraint %I on %s', conname, name) FROM pg_constraint JOIN relation ON relation.oid = conrelid
  UNION ALL SELECT format('trigger %I on %s', tgname, name) FROM pg_trigger JOIN relation ON relation.oid = tgrelid
    WHERE NOT tgisinternal
  UNION ALL SELECT format('policy %I on %s', polname, name) FROM pg_policy JOIN relation ON relation.oid = polrelid
  UNION ALL SELECT format('type %I.%I', nspname, typname) FROM pg_type AS t JOIN own ON own.oid = typnamespace
    WHERE typelem = 0 AND typrelid = 0 AND ('pg_type'::regclass, t.oid) NOT IN (SELECT * FROM of_extension)
  UNION ALL SELECT format('right %s of %s on %s%s', privilege_type,
      CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END, object,
      CASE WHEN is_grantable THEN ', grantable' END) FROM right_of, aclexplode(acl)
  UNION ALL SELECT 'large object ' || oid FROM pg_largeobject_metadata
  UNION ALL SELECT format('sequence %s at %s', name, pg_sequence_last_value(oid)) FROM relation WHERE relkind = 'S'
  ORDER BY 1`;

/** Tables that keep rows. Those of an extension are its own, and the outbox of realtime begins empty. */
const TABLES = `
  SELECT format('%I.%I', nspname, relname) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace
  WHERE ${OWN} AND relkind = 'r' AND relpersistence <> 't'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
    AND NOT (nspname = 'coppice_realtime' AND relname IN ('change', 'life'))
  ORDER BY 1`;

/** Returns the contents of a database as lines that are equal for an equal copy: objects, rights, and counts of rows. */
export async function readContents(
  session: Reading,
  { forcedTables = [] }: { forcedTables?: readonly string[] } = {},
): Promise<string[]> {
  const objects = (await session.query(OBJECTS)).rows.map(([line]) => line ?? "");
  const tables = (await session.query(TABLES)).rows.map(([name]) => name ?? "");
  for (const table of tables) {
    const count = forcedTables.includes(table) ? countUnforced : countRows;
    objects.push(`${await count(session, table)} rows in ${table}`);
  }
  return objects;
}

async function countRows(session: Reading, table: string): Promise<string> {
  const { rows } = await session.query(`SELECT count(*) FROM ONLY ${table}`);
  return rows[0]?.[0] ?? "";
}

/**
 * Counts the rows of a table with FORCE ROW LEVEL SECURITY with no more than its owner's rights, by which FORCE is taken
 * off in a transaction that is rolled back. The table stays locked meanwhile.
 */
async function countUnforced(session: Reading, table: string): Promise<string> {
  await session.query("BEGIN");
  try {
    await session.query(`ALTER TABLE ONLY ${table} NO FORCE ROW LEVEL SECURITY`);
    return await countRows(session, table);
  } finally {
    await session.query("ROLLBACK");
  }
}

/** Returns a few of the lines that only one of them has. */
export function differencesOf(source: readonly string[], copy: readonly string[]): string[] {
  const [here, there] = [new Set(source), new Set(copy)];
  return [...here].filter((line) => !there.has(line)).concat([...there].filter((line) => !here.has(line)));
}

/** The tables whose rows not even their owner reads past the policies, so that no dump of its own has them. */
const FORCED = `
  SELECT format('%I.%I', nspname, relname) FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
  WHERE relrowsecurity AND relforcerowsecurity AND ${OWN} ORDER BY 1`;

const extensionsOf = (owner: string) => `
  SELECT extname, extowner = '${owner}'::regrole, extversion FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY 1`;

/** The collations of PostgreSQL that the contents name. Those that every server has leave no trace here. */
const COLLATIONS = `
  SELECT DISTINCT collname FROM pg_depend JOIN pg_collation AS c ON c.oid = refobjid
  WHERE refclassid = 'pg_collation'::regclass AND collnamespace = 'pg_catalog'::regnamespace ORDER BY 1`;

const OFFERED_COLLATIONS = `
  SELECT collname FROM pg_collation WHERE collnamespace = 'pg_catalog'::regnamespace
    AND collencoding IN (-1, (SELECT encoding FROM pg_database WHERE datname = current_database()))`;

export interface Shape {
  /** The tables with FORCE ROW LEVEL SECURITY. */
  forcedTables: string[];
  extensions: { name: string; version: string; isOwned: boolean }[];
  collations: string[];
  hasPublicSchema: boolean;
}

/** Returns the facts that decide whether the contents can be copied. The owner is the role of the database. */
export async function readShape(session: Reading, owner: string): Promise<Shape> {
  const forced = await session.query(FORCED);
  const extensions = await session.query(extensionsOf(owner));
  const collations = await session.query(COLLATIONS);
  const schema = await session.query("SELECT to_regnamespace('public') IS NOT NULL");
  return {
    forcedTables: forced.rows.map(([name]) => name ?? ""),
    extensions: extensions.rows.map(([name, isOwned, version]) => ({
      ...{ name: name ?? "", version: version ?? "" },
      isOwned: isOwned === "t",
    })),
    collations: collations.rows.map(([name]) => name ?? ""),
    hasPublicSchema: schema.rows[0]?.[0] === "t",
  };
}

/** Returns those of the collations that an empty database on the target lacks. */
export async function findLackingCollations(session: Reading, collations: readonly string[]): Promise<string[]> {
  if (collations.length === 0) return [];
  const { rows } = await session.query(OFFERED_COLLATIONS);
  const offered = new Set(rows.map(([name]) => name));
  return collations.filter((name) => !offered.has(name));
}
