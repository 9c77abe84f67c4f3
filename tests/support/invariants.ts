import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import type { SecretSealer } from "@/lib/core/crypto/seal";
import type { DatabaseClient } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { endUserRoleOf, functionRoleOf, readRoleOf } from "@/lib/core/ids";
import { identifiersOf, SEALED_COLUMNS } from "@/lib/hosting/secrets/sealed-columns";
import type { WorkerHostCluster } from "./clusters";
import { asSuperuser, refusalOf } from "./databases";

export interface Violation {
  rule:
    | "row_without_database"
    | "row_without_role"
    | "database_without_row"
    | "role_without_row"
    | "row_without_operation"
    | "closed_database"
    | "row_without_copy"
    | "open_copy"
    | "open_deleted_database"
    | "wrong_access"
    | "wrong_owner"
    | "wrong_role"
    | "foreign_dependency"
    | "broken_database"
    | "orphan_directory"
    | "operation_running"
    | "secret_does_not_open"
    | "credential_refused"
    | "kept_bytes_differ";
  subject: string;
}

interface Subject {
  db: DatabaseClient;
  hostCluster: WorkerHostCluster;
  sealer: SecretSealer;
}

/** Returns the details in which control plane and host disagree: none, whenever no operation is under way. */
export async function findViolations({ db, hostCluster, sealer }: Subject): Promise<Violation[]> {
  const rows = await readRows(db, hostCluster);
  const host = await asSuperuser(hostCluster, "postgres", readHost);
  const directories = (await readdir(join(hostCluster.dataDirectory, "base"))).filter((name) => /^\d+$/.test(name));
  return [
    ...compareSets(rows, host),
    ...checkDatabases(rows, host),
    ...checkRoles(rows, host),
    ...rows.operations.map(({ id }) => ({ rule: "operation_running" as const, subject: id })),
    ...directories
      .filter((oid) => !host.oids.includes(oid))
      .map((oid) => ({ rule: "orphan_directory" as const, subject: oid })),
    ...(await checkSecrets(db, sealer)),
    ...(await checkCredentials(rows, host, hostCluster, sealer)),
    ...(await checkKeptBytes(db)),
  ];
}

async function readRows(db: DatabaseClient, cluster: WorkerHostCluster) {
  const host = await db.host.findFirstOrThrow({ where: { publicPort: cluster.port }, select: { id: true } });
  return {
    databases: await db.database.findMany({
      where: { hostId: host.id },
      select: { id: true, status: true, password: true, parentDatabaseId: true, deleted: true },
    }),
    points: await db.restorePoint.findMany({
      where: { hostId: host.id },
      select: { copyId: true, databaseId: true, status: true },
    }),
    shellRoles: await db.shellRole.findMany({ where: { hostId: host.id }, select: { id: true } }),
    operations: await db.operation.findMany({ where: { hostId: host.id, status: "running" } }),
  };
}

type Rows = Awaited<ReturnType<typeof readRows>>;

async function readHost(client: pg.Client) {
  const databases = await client.query<{
    name: string;
    oid: string;
    owner: string;
    acl: string[] | null;
    accepts: boolean;
    limit: number;
    version: string;
  }>(
    `SELECT datname AS name, d.oid::text, datdba::regrole::text AS owner, datacl::text[] AS acl,
       datallowconn AS accepts, datconnlimit AS limit,
       concat_ws(' ', d.xmin, d.ctid, r.xmin, r.ctid, pg_postmaster_start_time()) AS version
     FROM pg_database AS d LEFT JOIN pg_authid AS r ON rolname = datname`,
  );
  const roles = await client.query<{
    name: string;
    logsIn: boolean;
    connections: number;
    isPlain: boolean;
    members: string[];
    memberOf: string[];
  }>(
    `SELECT rolname AS name, rolcanlogin AS "logsIn", rolconnlimit AS connections,
       NOT (rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls) AS "isPlain",
       ARRAY(SELECT DISTINCT member::regrole::text FROM pg_auth_members WHERE roleid = r.oid
         AND member::regrole::text !~ '^(fn|ro|sh)_') AS members,
       ARRAY(SELECT roleid::regrole::text FROM pg_auth_members WHERE member = r.oid) AS "memberOf"
     FROM pg_roles AS r WHERE rolname !~ '^(pg|eu|fn|ro|sh)_' AND rolname NOT IN ('platform_root', 'provisioner', 'dashboard_viewers', 'app_users')`,
  );
  const shellRoles = await client.query<{ name: string }>(
    "SELECT rolname AS name FROM pg_roles WHERE rolname ~ '^sh_'",
  );
  const endUserRoles = await client.query<{ name: string }>(
    "SELECT rolname AS name FROM pg_roles WHERE rolname ~ '^eu_'",
  );
  const functionRoles = await client.query<{ name: string }>(
    "SELECT rolname AS name FROM pg_roles WHERE rolname ~ '^fn_'",
  );
  const readRoles = await client.query<{ name: string }>("SELECT rolname AS name FROM pg_roles WHERE rolname ~ '^ro_'");
  const foreign = await client.query<{ database: string; role: string }>(
    `SELECT DISTINCT datname AS database, rolname AS role FROM pg_shdepend JOIN pg_database ON pg_database.oid = dbid
     JOIN pg_roles ON refclassid = 'pg_authid'::regclass AND pg_roles.oid = refobjid
     WHERE rolname ~ '^db_' AND rolname <> datname`,
  );
  const own = ["postgres", "template0", "template1", "tmpl_tenant"];
  return {
    databases: databases.rows.filter(({ name }) => !own.includes(name)),
    oids: databases.rows.map(({ oid }) => oid),
    roles: roles.rows,
    endUserRoles: endUserRoles.rows.map(({ name }) => name),
    functionRoles: functionRoles.rows.map(({ name }) => name),
    readRoles: readRoles.rows.map(({ name }) => name),
    shellRoles: shellRoles.rows.map(({ name }) => name),
    foreign: foreign.rows,
  };
}

type Host = Awaited<ReturnType<typeof readHost>>;

function compareSets(rows: Rows, host: Host): Violation[] {
  const known = new Set(rows.databases.map(({ id }) => id));
  const copies = rows.points.map(({ copyId }) => copyId);
  const databases = new Set(host.databases.map(({ name }) => name));
  const roles = new Set(host.roles.map(({ name }) => name));
  const busy = new Set(rows.operations.map(({ databaseId }) => databaseId));
  const ready = rows.databases.filter(({ status }) => status === "ready").map(({ id }) => id);
  const unsettledPoints = rows.points.filter(({ status, databaseId }) => status !== "ready" && !busy.has(databaseId));
  const unsettled = rows.databases.filter(
    ({ id, status, deleted }) => !["ready", "failed"].includes(status) && deleted === null && !busy.has(id),
  );
  const named = (rule: Violation["rule"], subjects: Iterable<string>, missingFrom: Set<string>) =>
    [...subjects].filter((subject) => !missingFrom.has(subject)).map((subject) => ({ rule, subject }));
  return [
    ...named("row_without_database", ready, databases),
    ...named("row_without_role", ready, roles),
    ...named("row_without_copy", copies, databases),
    ...named("database_without_row", databases, new Set([...known, ...copies])),
    ...named("role_without_row", roles, known),
    ...named("role_without_row", host.readRoles, new Set([...known].map(readRoleOf))),
    ...named("role_without_row", host.endUserRoles, new Set([...known].map(endUserRoleOf))),
    ...named("role_without_row", host.functionRoles, new Set([...known].map(functionRoleOf))),
    ...named("role_without_row", host.shellRoles, new Set(rows.shellRoles.map(({ id }) => id))),
    ...unsettled.map(({ id }) => ({ rule: "row_without_operation" as const, subject: id })),
    ...unsettledPoints.map(({ copyId }) => ({ rule: "row_without_operation" as const, subject: copyId })),
  ];
}

function checkDatabases(rows: Rows, host: Host): Violation[] {
  const parents = new Map(rows.databases.map(({ id, parentDatabaseId }) => [id, parentDatabaseId]));
  const busy = new Set(rows.operations.flatMap(({ databaseId }) => [databaseId, parents.get(databaseId)]));
  const ready = new Set(rows.databases.filter(({ status }) => status === "ready").map(({ id }) => id));
  const kept = new Set(rows.databases.filter(({ deleted }) => deleted !== null).map(({ id }) => id));
  const copies = new Map(rows.points.map(({ copyId, databaseId }) => [copyId, databaseId]));
  const violations: Violation[] = [];
  for (const { name, owner, acl, accepts, limit } of host.databases) {
    const found = (rule: Violation["rule"]) => violations.push({ rule, subject: name });
    if (limit === -2) found("broken_database");
    if (owner !== "provisioner") found("wrong_owner");
    const copyOf = copies.get(name);
    if (host.foreign.some(({ database, role }) => database === name && role !== copyOf)) found("foreign_dependency");
    if (copyOf !== undefined && accepts) found("open_copy");
    if (copyOf !== undefined && JSON.stringify(acl) !== '["provisioner=CTc/provisioner"]') found("wrong_access");
    if (kept.has(name) && accepts && !busy.has(name)) found("open_deleted_database");
    if (busy.has(name) || !ready.has(name)) continue;
    if (!accepts) found("closed_database");
    const recipe = ["provisioner=CTc/provisioner", `${name}=CTc/provisioner`];
    // The read role is made when it is first needed.
    const others = acl?.filter((entry) => entry !== `${readRoleOf(name)}=c/provisioner`);
    if (JSON.stringify(others?.toSorted()) !== JSON.stringify(recipe.toSorted())) found("wrong_access");
  }
  return violations;
}

function checkRoles(rows: Rows, host: Host): Violation[] {
  const busy = new Set(rows.operations.map(({ databaseId }) => databaseId));
  const kept = new Set(rows.databases.filter(({ deleted }) => deleted !== null).map(({ id }) => id));
  return host.roles
    .filter(({ name, logsIn, connections, isPlain, members, memberOf }) => {
      const isShutOut = !logsIn && connections === 0;
      const isLetIn = logsIn && connections === 20;
      if (!busy.has(name) && !(kept.has(name) ? isShutOut : isLetIn)) return true;
      const others = memberOf.filter((role) => role !== endUserRoleOf(name));
      return !isPlain || members.join() !== "provisioner" || others.length > 0;
    })
    .map(({ name }) => ({ rule: "wrong_role", subject: name }));
}

async function checkSecrets(db: DatabaseClient, sealer: SecretSealer): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const sealedColumn of SEALED_COLUMNS) {
    const { table, column } = sealedColumn;
    const names = identifiersOf(sealedColumn);
    const rows = await db.$queryRaw<{ id: string; value: string }[]>(
      Prisma.sql`SELECT ${names.rowId} AS id, ${names.column} AS value FROM ${names.table} WHERE ${names.column} IS NOT NULL`,
    );
    for (const { id, value } of rows) {
      if (opens(sealer, value, { table, column, rowId: id })) continue;
      violations.push({ rule: "secret_does_not_open", subject: `${table} ${id}` });
    }
  }
  return violations;
}

function opens(sealer: SecretSealer, value: string, place: Parameters<SecretSealer["open"]>[1]): boolean {
  try {
    return sealer.open(value, place) !== "";
  } catch {
    return false;
  }
}

/** The state in which each credential was last let in: the kept password, and the versions of its row and its role. */
const letIn = new Map<string, string>();

/**
 * One after the other: all at once could be more sessions than the host has. A credential that was let in still is,
 * while neither the server nor the state it decides by has changed.
 */
async function checkCredentials(
  rows: Rows,
  host: Host,
  cluster: WorkerHostCluster,
  sealer: SecretSealer,
): Promise<Violation[]> {
  const versions = new Map(host.databases.map(({ name, version }) => [name, version]));
  const violations: Violation[] = [];
  for (const { id, password, status } of rows.databases) {
    const place = { table: "database", column: "password", rowId: id };
    if (status !== "ready" || !opens(sealer, password, place)) continue;
    const state = `${password} ${versions.get(id)}`;
    if (letIn.get(id) === state) continue;
    const url = `postgresql://${id}:${sealer.open(password, place)}@${cluster.address}:${cluster.port}/${id}`;
    if ((await refusalOf(url)) === null) letIn.set(id, state);
    else violations.push({ rule: "credential_refused", subject: id });
  }
  return violations;
}

/** The counter of each organisation is the sum of its kept bytes. */
async function checkKeptBytes(db: DatabaseClient): Promise<Violation[]> {
  const differing = await db.$queryRaw<{ subject: string }[]>`
    SELECT organisation.id AS subject FROM organisation
    LEFT JOIN organisation_kept ON organisation_kept.organisation_id = organisation.id
    WHERE coalesce(bytes, 0) <>
      (SELECT coalesce(sum(size_bytes), 0) FROM restore_point WHERE organisation_id = organisation.id)
      + (SELECT coalesce(sum(size_bytes), 0) FROM deleted_database WHERE organisation_id = organisation.id)
      + (SELECT coalesce(sum(size_bytes), 0) FROM data_change WHERE organisation_id = organisation.id)`;
  return differing.map(({ subject }) => ({ rule: "kept_bytes_differ", subject }));
}
