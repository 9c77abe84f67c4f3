import type pg from "pg";

/** The objects that a role made in a database; `kind` is as in pg_default_acl. The search path is pinned. */
const MADE = `
  SELECT CASE relkind WHEN 'S' THEN 'S' ELSE 'r' END AS kind,
    CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS word,
    oid::regclass::text AS name, relnamespace AS namespace, relacl AS acl
  FROM pg_class WHERE relowner = $1::regrole AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND relpersistence <> 't'
  UNION ALL
  SELECT 'f', 'ROUTINE', oid::regprocedure::text, pronamespace, proacl FROM pg_proc WHERE proowner = $1::regrole
  UNION ALL
  SELECT 'T', 'TYPE', oid::regtype::text, typnamespace, typacl FROM pg_type
  WHERE typowner = $1::regrole AND (typtype IN ('d', 'e', 'r')
    OR typtype = 'c' AND EXISTS (SELECT FROM pg_class WHERE pg_class.oid = typrelid AND relkind = 'c'))
  UNION ALL
  SELECT 'n', 'SCHEMA', quote_ident(nspname), 0::oid, nspacl FROM pg_namespace
  WHERE nspowner = $1::regrole AND nspname !~ '^pg_(toast_)?temp_'`;

/**
 * Gives the objects that one role made in the database the rights that the default privileges of another would have
 * given it. A database-wide entry replaces the built-in rights of PUBLIC, unless the object has had rights of its own
 * since.
 */
export async function applyDefaultPrivileges(client: pg.Client, maker: string, owner: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `WITH given AS (
       SELECT word, name, made.acl, defaclnamespace AS scope, defaclacl AS rights FROM (${MADE}) AS made
         JOIN pg_default_acl ON defaclobjtype = kind AND defaclnamespace IN (0, namespace)
       WHERE defaclrole = $2::regrole
     ), statements AS (
       SELECT 1 AS place, format('REVOKE ALL ON %s %s FROM PUBLIC', word, name) AS statement
       FROM given WHERE scope = 0 AND acl IS NULL
       UNION ALL
       SELECT 2, format('GRANT %s ON %s %s TO %s%s', privilege_type, word, name,
         CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END,
         CASE WHEN is_grantable AND grantee <> 0 THEN ' WITH GRANT OPTION' ELSE '' END)
       FROM given, aclexplode(rights) WHERE grantee <> $2::regrole
     )
     SELECT statement FROM statements ORDER BY place`,
    [maker, owner],
  );
  for (const { statement } of rows) await client.query(statement);
}
