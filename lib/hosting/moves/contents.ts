import type { CustomerSession } from "@/lib/core/ports/customer-session";

const OWN = "nspname !~ '^pg_' AND nspname <> 'information_schema'";

/** Everything that a database has by name, and the rights on it, as lines that are equal in an equal database. */
const OBJECTS = `
  WITH own AS (SELECT oid, nspname, nspacl, nspowner FROM pg_namespace WHERE ${OWN}),
  relation AS (
    SELECT c.oid, format('%I.%I', nspname, relname) AS name, relkind, relacl, relowner FROM pg_class AS c JOIN own ON own.oid = relnamespace
    WHERE relpersistence <> 't'),
  right_of (object, acl) AS (
    SELECT 'schema ' || nspname, coalesce(nspacl, acldefault('n', nspowner)) FROM own
    UNION ALL SELECT 'relation ' || name, coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner))
      FROM relation WHERE relkind IN ('r', 'p', 'v', 'm', 'S')
    UNION ALL SELECT 'routine ' || p.oid::regprocedure, coalesce(proacl, acldefault('f', proowner))
      FROM pg_proc AS p JOIN own ON own.oid = pronamespace)
  SELECT 'extension ' || extname FROM pg_extension
  UNION ALL SELECT format('%s %s', relkind, name) FROM relation
  UNION ALL SELECT format('column %s.%I %s', name, attname, format_type(atttypid, atttypmod)) FROM relation
    JOIN pg_attribute ON attrelid = relation.oid WHERE attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'p', 'v', 'm')
  UNION ALL SELECT format('constraint %I on %s', conname, name) FROM pg_constraint JOIN relation ON relation.oid = conrelid
  UNION ALL SELECT format('trigger %I on %s', tgname, name) FROM pg_trigger JOIN relation ON relation.oid = tgrelid
    WHERE NOT tgisinternal
  UNION ALL SELECT format('policy %I on %s', polname, name) FROM pg_policy JOIN relation ON relation.oid = polrelid
  UNION ALL SELECT format('type %I.%I', nspname, typname) FROM pg_type JOIN own ON own.oid = typnamespace
    WHERE typelem = 0 AND typrelid = 0
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

/** Returns the contents of a database as lines that are equal for an equal copy: objects, rights, counts of rows. */
export async function readContents(session: CustomerSession): Promise<string[]> {
  const objects = (await session.query(OBJECTS)).rows.map(([line]) => line ?? "");
  const tables = (await session.query(TABLES)).rows.map(([name]) => name ?? "");
  for (const table of tables) {
    const { rows } = await session.query(`SELECT count(*) FROM ONLY ${table}`);
    objects.push(`${rows[0]?.[0]} rows in ${table}`);
  }
  return objects;
}

/** Returns a few of the lines that only one of them has. */
export function differencesOf(source: readonly string[], copy: readonly string[]): string[] {
  const [here, there] = [new Set(source), new Set(copy)];
  return [...here].filter((line) => !there.has(line)).concat([...there].filter((line) => !here.has(line)));
}

/** The tables whose rows not even their owner reads past the policies, so that no dump has them. */
const FORCED = `
  SELECT format('%I.%I', nspname, relname) FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
  WHERE relrowsecurity AND relforcerowsecurity AND ${OWN} ORDER BY 1`;

const EXTENSIONS = `
  SELECT extname, extowner = current_user::regrole FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY 1`;

export interface Shape {
  /** The tables with FORCE ROW LEVEL SECURITY. */
  forcedTables: string[];
  extensions: { name: string; isOwned: boolean }[];
  hasPublicSchema: boolean;
}

/** Returns the facts that decide whether the contents can be copied. */
export async function readShape(session: CustomerSession): Promise<Shape> {
  const forced = await session.query(FORCED);
  const extensions = await session.query(EXTENSIONS);
  const schema = await session.query("SELECT to_regnamespace('public') IS NOT NULL");
  return {
    forcedTables: forced.rows.map(([name]) => name ?? ""),
    extensions: extensions.rows.map(([name, isOwned]) => ({ name: name ?? "", isOwned: isOwned === "t" })),
    hasPublicSchema: schema.rows[0]?.[0] === "t",
  };
}
