import { bySql, type Check, columns, NAME, notOfExtension, OWN, TABLES } from "./check";

const IN_SIGHT = "has_schema_privilege($1::oid, c.relnamespace, 'USAGE')";
const READS = "has_any_column_privilege($1::oid, c.oid, 'SELECT')";
const WRITES = `(has_table_privilege($1::oid, c.oid, 'DELETE, TRUNCATE')
  OR has_any_column_privilege($1::oid, c.oid, 'INSERT, UPDATE'))`;
const HAS_POLICY = "EXISTS (SELECT FROM pg_policy AS p WHERE p.polrelid = c.oid)";
const OPEN = `c.relkind IN ('r', 'p') AND NOT c.relrowsecurity AND NOT ${HAS_POLICY} AND ${IN_SIGHT}`;
const ENABLE = `format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY;', ${NAME})`;
/** A policy to be changed before it is run, as the page of realtime offers it. */
const OWN_ROWS = "author_id = coppice.user_id()";

/** Whether a policy holds for users of the app. */
const FOR_USERS =
  "EXISTS (SELECT FROM unnest(p.polroles) AS named WHERE named = 0 OR pg_has_role($1::oid, named, 'USAGE'))";
const IS_OPEN_USING = "p.polcmd <> 'a' AND pg_get_expr(p.polqual, p.polrelid) = 'true'";
const IS_OPEN_CHECK = `p.polcmd IN ('a', 'w', '*')
  AND pg_get_expr(coalesce(p.polwithcheck, p.polqual), p.polrelid) = 'true'`;
const MAY_WRITE = `CASE p.polcmd WHEN 'a' THEN has_any_column_privilege($1::oid, c.oid, 'INSERT')
  WHEN 'w' THEN has_any_column_privilege($1::oid, c.oid, 'UPDATE')
  WHEN 'd' THEN has_table_privilege($1::oid, c.oid, 'DELETE') WHEN '*' THEN ${WRITES} ELSE false END`;
/** Restrictive policies hold besides, and narrow it down. */
const IS_NARROWED = `EXISTS (SELECT FROM pg_policy AS r
  WHERE r.polrelid = p.polrelid AND NOT r.polpermissive AND r.polcmd IN (p.polcmd, '*'))`;

const isOptionOn = (
  relation: string,
  option: string,
) => `EXISTS (SELECT FROM pg_options_to_table(${relation}.reloptions)
  WHERE option_name = '${option}' AND option_value::boolean)`;

/** The roles by which users of the app have rights on a relation or its columns. */
const GRANTEES = `(SELECT string_agg(DISTINCT CASE given.grantee WHEN 0 THEN 'PUBLIC' ELSE given.grantee::regrole::text END, ', ')
  FROM (SELECT c.relacl AS acl UNION ALL
    SELECT a.attacl FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attacl IS NOT NULL) AS kept,
    aclexplode(kept.acl) AS given
  WHERE given.grantee = 0 OR pg_has_role($1::oid, given.grantee, 'USAGE'))`;

/** The relations that each view in sight reads, through other views too, with the role by whose rights they are read. */
const READ_BY_VIEWS = `
  SELECT c.oid AS view, d.refobjid AS relation, c.relowner AS reader
  FROM ${TABLES} JOIN pg_rewrite AS w ON w.ev_class = c.oid
    JOIN pg_depend AS d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
      AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> c.oid
  WHERE c.relkind = 'v' AND NOT ${isOptionOn("c", "security_invoker")} AND ${IN_SIGHT} AND (${READS} OR ${WRITES})
  UNION
  SELECT read.view, d.refobjid, CASE WHEN ${isOptionOn("v", "security_invoker")} THEN read.reader ELSE v.relowner END
  FROM read JOIN pg_class AS v ON v.oid = read.relation AND v.relkind = 'v' JOIN pg_rewrite AS w ON w.ev_class = v.oid
    JOIN pg_depend AS d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
      AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> v.oid`;

export const SECURITY_CHECKS: readonly Check[] = [
  bySql("users-can-change-every-row", `SELECT ${columns({ sql: ENABLE })} FROM ${TABLES} WHERE ${OPEN} AND ${WRITES}`, {
    isAboutUsers: true,
  }),
  bySql(
    "policies-have-no-effect",
    `SELECT ${columns({ sql: ENABLE })} FROM ${TABLES}
    WHERE c.relkind IN ('r', 'p') AND NOT c.relrowsecurity AND ${HAS_POLICY}`,
  ),
  bySql(
    "view-ignores-policies",
    `WITH RECURSIVE read AS (${READ_BY_VIEWS})
     SELECT ${columns({
       detail: "'reads ' || min(format('%I.%I', tn.nspname, t.relname))",
       sql: `format('ALTER VIEW %s SET (security_invoker = true);', ${NAME})`,
     })}
     FROM read JOIN pg_class AS c ON c.oid = read.view JOIN pg_namespace AS n ON n.oid = c.relnamespace
       JOIN pg_class AS t ON t.oid = read.relation JOIN pg_namespace AS tn ON tn.oid = t.relnamespace
     WHERE t.relkind IN ('r', 'p') AND t.relrowsecurity AND NOT t.relforcerowsecurity
       AND pg_has_role(read.reader, t.relowner, 'USAGE')
     GROUP BY n.nspname, c.relname`,
    { isAboutUsers: true },
  ),
  bySql(
    "policy-allows-every-write",
    `SELECT ${columns({
      detail: "'policy ' || quote_ident(p.polname)",
      sql: `format('ALTER POLICY %I ON %s', p.polname, ${NAME})
        || CASE WHEN ${IS_OPEN_USING} THEN ' USING (${OWN_ROWS})' ELSE '' END
        || CASE WHEN ${IS_OPEN_CHECK} THEN ' WITH CHECK (${OWN_ROWS})' ELSE '' END || ';'`,
    })}
     FROM pg_policy AS p JOIN ${TABLES} ON c.oid = p.polrelid
     WHERE c.relrowsecurity AND p.polpermissive AND p.polcmd <> 'r' AND (${IS_OPEN_USING} OR ${IS_OPEN_CHECK})
       AND ${FOR_USERS} AND ${IN_SIGHT} AND ${MAY_WRITE} AND NOT ${IS_NARROWED}`,
    { isAboutUsers: true },
  ),
  bySql(
    "users-can-read-every-row",
    `SELECT ${columns({ sql: ENABLE })} FROM ${TABLES} WHERE ${OPEN} AND ${READS} AND NOT ${WRITES}`,
    { isAboutUsers: true },
  ),
  bySql(
    "users-can-reach-rows-without-policies",
    `SELECT ${columns({
      detail: "CASE c.relkind WHEN 'm' THEN 'materialized view' ELSE 'foreign table' END",
      sql: `format('REVOKE ALL ON %s FROM %s;', ${NAME}, ${GRANTEES})`,
    })} FROM ${TABLES} WHERE c.relkind IN ('m', 'f') AND ${IN_SIGHT} AND (${READS} OR ${WRITES})`,
    { isAboutUsers: true },
  ),
  bySql(
    "function-without-a-search-path",
    `SELECT ${columns({
      object: "f.oid::regprocedure::text",
      table: ["NULL", "NULL"],
      sql: "format('ALTER ROUTINE %s SET search_path = pg_catalog, %I, pg_temp;', f.oid::regprocedure, n.nspname)",
    })}
     FROM pg_proc AS f JOIN pg_namespace AS n ON n.oid = f.pronamespace
     WHERE f.prosecdef AND f.prokind IN ('f', 'p') AND ${OWN} AND ${notOfExtension("pg_proc", "f.oid")}
       AND NOT EXISTS (SELECT FROM unnest(f.proconfig) AS setting WHERE setting LIKE 'search\\_path=%')
       AND has_schema_privilege($1::oid, n.oid, 'USAGE') AND has_function_privilege($1::oid, f.oid, 'EXECUTE')`,
    { isAboutUsers: true },
  ),
  bySql(
    "row-level-security-without-a-policy",
    `SELECT ${columns({
      sql: `format('CREATE POLICY own_rows ON %s FOR SELECT TO app_users USING (${OWN_ROWS});', ${NAME})`,
    })}
     FROM ${TABLES} WHERE c.relkind IN ('r', 'p') AND c.relrowsecurity AND NOT ${HAS_POLICY}`,
  ),
];
