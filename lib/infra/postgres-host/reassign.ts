import pg from "pg";
import { endUserRoleOf, MAKING_ROLE } from "@/lib/core/ids";

/**
 * Hands everything that the parent's role, or a shell role or function role of it, owns inside a clone to the clone's role, in one
 * transaction: schemas, other objects, row-security policies and default privileges. `DROP OWNED` also revokes the
 * parent's rights on its own database, a shared object, so they are granted again at the end.
 */
export async function reassignInside(client: pg.Client, parentId: string, id: string): Promise<void> {
  const parent = pg.escapeIdentifier(parentId);
  await client.query("BEGIN");
  const found = await findOwnedBy(client, parentId);
  // Another role's tables may be in the parent's schemas and the other way round, so all schemas come first.
  await takeSchemas(client, found.schemas, id);
  for (const role of found.otherRoles) await handOver(client, role, id);
  if (found.hasEndUserRole) await repointEndUserRole(client, parentId, id);
  await handOver(client, parentId, id, found);
  await client.query(`GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${parent} TO ${parent}`);
  await client.query("COMMIT");
}

/**
 * Hands over everything that one role owns in the database and drops its rights, in the caller's transaction. `found`
 * is given when the role's schemas are handed over already.
 */
export async function handOver(client: pg.Client, fromId: string, toId: string, found?: Owned): Promise<void> {
  const [from, to] = [pg.escapeIdentifier(fromId), pg.escapeIdentifier(toId)];
  const owned = found ?? (await findOwnedBy(client, fromId));
  if (!found) await takeSchemas(client, owned.schemas, toId);
  await client.query(`REASSIGN OWNED BY ${from} TO ${to}`);
  const statements = [
    ...(owned.hasPolicies ? await policyStatements(client, fromId, toId) : []),
    ...(owned.hasDefaultPrivileges ? await defaultPrivilegeStatements(client, fromId, toId) : []),
  ];
  for (const statement of statements) await client.query(statement);
  await client.query(`DROP OWNED BY ${from}`);
}

/**
 * Hands over the schemas. REASSIGN alone fails at one: its new owner needs CREATE on the database, which only an owner
 * change checks.
 */
async function takeSchemas(client: pg.Client, schemas: readonly string[], id: string): Promise<void> {
  for (const schema of schemas) {
    await client.query(`ALTER SCHEMA ${pg.escapeIdentifier(schema)} OWNER TO ${pg.escapeIdentifier(id)}`);
  }
}

/**
 * Puts the clone's end-user role into the policies that name the parent's. The objects of the parent's go to the
 * clone's own role, which may make objects in every schema.
 */
async function repointEndUserRole(client: pg.Client, parentId: string, id: string): Promise<void> {
  const former = pg.escapeIdentifier(endUserRoleOf(parentId));
  await client.query(`REASSIGN OWNED BY ${former} TO ${pg.escapeIdentifier(id)}`);
  for (const statement of await policyStatements(client, endUserRoleOf(parentId), endUserRoleOf(id))) {
    await client.query(statement);
  }
  await client.query(`DROP OWNED BY ${former}`);
}

interface Owned {
  schemas: string[];
  hasPolicies: boolean;
  hasDefaultPrivileges: boolean;
  /** The shell roles and function roles that are named in the database. */
  otherRoles: string[];
  /** Whether the end-user role of this database is named in it. */
  hasEndUserRole: boolean;
}

/**
 * Returns the objects that a role owns in the database. Most databases have neither policies nor default privileges,
 * and one query for both is quicker than collecting them.
 */
async function findOwnedBy(client: pg.Client, id: string): Promise<Owned> {
  const found = await client.query<Owned>(
    `SELECT ARRAY(SELECT nspname::text FROM pg_namespace
         WHERE nspowner = $1::regrole AND nspname !~ '^pg_(toast_)?temp_') AS schemas,
       EXISTS (SELECT FROM pg_policy WHERE $1::regrole::oid = ANY (polroles)) AS "hasPolicies",
       EXISTS (SELECT FROM pg_default_acl WHERE defaclrole = $1::regrole) AS "hasDefaultPrivileges",
       ARRAY(SELECT rolname::text FROM pg_roles WHERE rolname ~ '${MAKING_ROLE}' AND EXISTS (
         SELECT FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass AND refobjid = pg_roles.oid
           AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database()))) AS "otherRoles",
       EXISTS (SELECT FROM pg_shdepend JOIN pg_roles ON pg_roles.oid = refobjid WHERE refclassid = 'pg_authid'::regclass
         AND rolname = $2 AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())) AS "hasEndUserRole"`,
    [id, endUserRoleOf(id)],
  );
  const [row] = found.rows;
  if (!row) throw new Error("a query without FROM answered no row");
  return row;
}

/**
 * Returns the statements that put the new role into the policies of the old one, which `DROP OWNED` would drop. Role 0
 * in `polroles` is PUBLIC.
 */
async function policyStatements(client: pg.Client, parentId: string, id: string): Promise<string[]> {
  const policies = await client.query<{ statement: string }>(
    `SELECT format('ALTER POLICY %I ON %s TO %s', polname, polrelid::regclass,
       (SELECT string_agg(CASE role WHEN 0 THEN 'PUBLIC' WHEN $1::regrole THEN quote_ident($2::text) ELSE role::regrole::text END, ', ')
        FROM unnest(polroles) AS role)) AS statement
     FROM pg_policy WHERE $1::regrole::oid = ANY (polroles)`,
    [parentId, id],
  );
  return policies.rows.map((row) => row.statement);
}

const OBJECT_TYPES = `CASE defaclobjtype WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES' WHEN 'f' THEN 'FUNCTIONS'
  WHEN 'T' THEN 'TYPES' WHEN 'n' THEN 'SCHEMAS' WHEN 'L' THEN 'LARGE OBJECTS' END`;

/**
 * Returns the statements that copy default privileges, which REASSIGN leaves with the old role. A database-wide entry
 * replaces the built-in defaults, so those are revoked before the entry's own grants; a schema's entry only adds to
 * them.
 */
async function defaultPrivilegeStatements(client: pg.Client, parentId: string, id: string): Promise<string[]> {
  const entries = await client.query<{ statement: string }>(
    `WITH entry AS (
       SELECT d.oid, defaclnamespace AS namespace, defaclacl AS acl, ${OBJECT_TYPES} AS objects,
         format('ALTER DEFAULT PRIVILEGES FOR ROLE %I%s', $2::text,
           CASE WHEN defaclnamespace = 0 THEN '' ELSE format(' IN SCHEMA %s', defaclnamespace::regnamespace) END) AS prefix
       FROM pg_default_acl AS d WHERE defaclrole = $1::regrole
     ), statements AS (
       SELECT oid, 1 AS place, format('%s REVOKE ALL ON %s FROM PUBLIC, %I', prefix, objects, $2::text) AS statement
       FROM entry WHERE namespace = 0
       UNION ALL
       SELECT oid, 2, format('%s GRANT %s ON %s TO %s%s', prefix, privilege_type, objects,
         CASE grantee WHEN 0 THEN 'PUBLIC' WHEN $1::regrole THEN quote_ident($2::text) ELSE grantee::regrole::text END,
         CASE WHEN is_grantable AND grantee <> 0 AND grantee <> $1::regrole THEN ' WITH GRANT OPTION' ELSE '' END)
       FROM entry, aclexplode(acl)
     )
     SELECT statement FROM statements ORDER BY oid, place`,
    [parentId, id],
  );
  return entries.rows.map((row) => row.statement);
}
