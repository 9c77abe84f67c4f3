import { constants } from "node:fs";
import { chown, copyFile, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { escapeIdentifier } from "pg";
import { ServiceError } from "@/lib/core/errors";
import { FILE_COPY_LOCK } from "@/lib/core/file-copy-lock";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import { syncDirectory } from "../../data-folder/durable-file";
import type { AsSuperuser } from "../../embedded-postgres/as-superuser";
import { PROVISIONER_ROLE } from "../../embedded-postgres/cluster-configuration";
import { hideNeighbours } from "../../embedded-postgres/hide-neighbours";

/** An object of a database that belongs to a role, or that a role may use. */
interface RoleDependency {
  classid: string;
  objid: string;
  objsubid: number;
  role: string;
  refobjid: string;
  deptype: string;
}

/** A database of a recovered cluster, of which no row depends on the cluster's own transactions any more. */
export interface FrozenDatabase {
  folder: string;
  dependencies: RoleDependency[];
  /** The cluster's next transaction, which no table may know of in a cluster that isn't as far. */
  nextTransaction: bigint;
}

const DEPENDENCIES = `
  SELECT classid::text, objid::text, objsubid, rolname AS role, refobjid::text, deptype::text
  FROM pg_shdepend JOIN pg_authid ON pg_authid.oid = refobjid
  WHERE dbid = (SELECT oid FROM pg_database WHERE datname = $1) AND refclassid = 'pg_authid'::regclass`;

/** A database's own rows about shared catalogs hold for those of the living cluster, which aren't frozen. */
const OWN_TABLES = `
  SELECT string_agg(format('%I.%I', nspname, relname), ', ') AS names
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relkind IN ('r', 'm') AND NOT relisshared AND relpersistence <> 't'`;

/** The tables of which something could not be frozen. */
const UNFROZEN = `
  SELECT count(*)::int AS count FROM pg_class
  WHERE relkind IN ('r', 'm', 't') AND NOT relisshared AND relpersistence <> 't' AND age(relfrozenxid) > age($1::text::xid)`;

interface FreezeOptions {
  database: string;
  /** Gets the objects that belong to roles that the living cluster has no more. */
  owner: string;
  /** The roles of the living cluster with their numbers. */
  livingRoles: ReadonlyMap<string, string>;
}

/**
 * Freezes every row of a database of a recovered cluster, whose files fit the living cluster from then on. The caller
 * stops the recovered one before it copies them.
 */
export async function freezeDatabase(
  { asSuperuser, dataDirectory }: { asSuperuser: AsSuperuser; dataDirectory: string },
  { database, owner, livingRoles }: FreezeOptions,
): Promise<FrozenDatabase> {
  let oid: string | undefined;
  let dependencies: RoleDependency[] = [];
  let nextTransaction = 0n;
  await asSuperuser("postgres", async (client) => {
    const { rows } = await client.query<{ oid: string }>("SELECT oid::text FROM pg_database WHERE datname = $1", [
      database,
    ]);
    oid = rows[0]?.oid;
    if (oid === undefined) throw new ServiceError("time_not_restorable", "The database didn't exist at that time.");
    await client.query(`ALTER DATABASE ${escapeIdentifier(database)} ALLOW_CONNECTIONS true`);
  });
  await asSuperuser(database, hideNeighbours);
  await asSuperuser(database, async (client) => {
    for (const { role, refobjid } of await dependenciesOf(client, database)) {
      if (livingRoles.get(role) === refobjid) continue;
      await client.query(`REASSIGN OWNED BY ${escapeIdentifier(role)} TO ${escapeIdentifier(owner)}`);
      await client.query(`DROP OWNED BY ${escapeIdentifier(role)}`);
    }
    dependencies = await dependenciesOf(client, database);
    const { rows: tables } = await client.query<{ names: string }>(OWN_TABLES);
    const before = await nextTransactionOf(client);
    await client.query(`VACUUM (FREEZE, DISABLE_PAGE_SKIPPING) ${tables[0]?.names}`);
    const { rows: unfrozen } = await client.query<{ count: number }>(UNFROZEN, [String(before % 2n ** 32n)]);
    if (unfrozen[0]?.count !== 0) throw new Error("a recovered table could not be frozen");
    nextTransaction = await nextTransactionOf(client);
    await client.query("CHECKPOINT");
  });
  return { folder: join(dataDirectory, "base", oid ?? ""), dependencies, nextTransaction };
}

async function dependenciesOf(client: Client, database: string): Promise<RoleDependency[]> {
  return (await client.query<RoleDependency>(DEPENDENCIES, [database])).rows;
}

async function nextTransactionOf(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ next: string }>("SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next");
  return BigInt(rows[0]?.next ?? 0);
}

/** Freezing has used transactions up, of which a cluster where little happened has had fewer since. */
async function passTransaction(client: Client, next: bigint): Promise<void> {
  while ((await nextTransactionOf(client)) <= next) await client.query("SELECT pg_current_xact_id()");
}

/** Only one database is transplanted at a time. */
const STAGE = "transplant_stage";

/** Ends the work of a transplant that was killed, and removes its remains. */
export async function clearStage({ asSuperuser }: { asSuperuser: AsSuperuser }): Promise<void> {
  await asSuperuser("postgres", async (client) => {
    await client.query(
      "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()",
      [STAGE],
    );
    await client.query(`DROP DATABASE IF EXISTS ${STAGE}`);
  });
}

/**
 * Makes a closed database out of the files of a frozen one, by way of a stage: an empty database whose files are replaced
 * before anything has read them. The copy of the stage is logged block by block, so backups have it.
 */
export async function transplantDatabase(
  { asSuperuser, dataDirectory }: { asSuperuser: AsSuperuser; dataDirectory: string },
  { frozen, copy, crashPoint }: { frozen: FrozenDatabase; copy: string; crashPoint: CrashPoint },
): Promise<void> {
  await asSuperuser("postgres", async (client) => {
    await client.query(`SET application_name = '${STAGE}'; SET lock_timeout = 0; SET file_copy_method = copy`);
    await client.query("SELECT pg_advisory_lock_shared(hashtextextended($1, 0))", [FILE_COPY_LOCK]);
    await client.query(`CREATE DATABASE ${STAGE} TEMPLATE template0 STRATEGY FILE_COPY ALLOW_CONNECTIONS false`);
    crashPoint("past-restore.staged");
    try {
      await passTransaction(client, frozen.nextTransaction);
      const { rows } = await client.query<{ oid: string }>("SELECT oid::text FROM pg_database WHERE datname = $1", [
        STAGE,
      ]);
      await replaceFiles(frozen.folder, join(dataDirectory, "base", rows[0]?.oid ?? ""));
      crashPoint("past-restore.filled");
      await client.query(
        `INSERT INTO pg_shdepend (dbid, classid, objid, objsubid, refclassid, refobjid, deptype)
         SELECT $1::oid, classid::oid, objid::oid, objsubid, 'pg_authid'::regclass, refobjid::oid, deptype::"char"
         FROM jsonb_to_recordset($2) AS d (classid text, objid text, objsubid int, refobjid text, deptype text)`,
        [rows[0]?.oid, JSON.stringify(frozen.dependencies)],
      );
      await client.query(
        `CREATE DATABASE ${escapeIdentifier(copy)} OWNER ${PROVISIONER_ROLE} TEMPLATE ${STAGE} STRATEGY WAL_LOG ALLOW_CONNECTIONS false`,
      );
      crashPoint("past-restore.copied");
    } finally {
      await client.query(`DROP DATABASE ${STAGE}`);
    }
  });
}

async function replaceFiles(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(to);
  for (const name of await readdir(to)) await rm(join(to, name));
  for (const name of await readdir(from)) {
    if (name.startsWith("pg_internal.init")) continue;
    const path = join(to, name);
    await copyFile(join(from, name), path, constants.COPYFILE_FICLONE);
    await chown(path, uid, gid);
    const file = await open(path, "r+");
    await file.sync().finally(() => file.close());
  }
  await syncDirectory(to);
}
