import { randomBytes } from "node:crypto";
import { type Client, escapeIdentifier } from "pg";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { ServiceError } from "@/lib/core/errors";
import { DATABASE_ROLE, endUserRoleOf, functionRoleOf, isId, readRoleOf } from "@/lib/core/ids";
import type { ProgramLogin } from "@/lib/core/ports/move-session";
import type { DistantPastDatabase, PastContents } from "@/lib/core/ports/past-databases";
import { APP_USERS } from "@/lib/infra/postgres-host/end-user-role";
import { POOLER } from "@/lib/infra/postgres-host/pooler";
import { VIEWERS } from "@/lib/infra/postgres-host/read-role";
import { handOver } from "@/lib/infra/postgres-host/reassign";
import { systemRandom } from "@/lib/infra/system";
import { explainDiskFull } from "../../data-folder/disk-full";
import { superuserOver } from "../../embedded-postgres/as-superuser";
import type { RunningCluster } from "../../embedded-postgres/cluster";
import { PROVISIONER_ROLE } from "../../embedded-postgres/cluster-configuration";
import { ownerOfHost } from "../hosts/host-files";
import { readPassphrase } from "../passphrase-file";
import { clearScratch } from "../scratch/folder";
import { type OnStep, type RecoveryPlace, recoverPast, tell } from "./recover-past";
import { openHostRepository } from "./restore-host";

interface Asked {
  past: DistantPastDatabase;
  onStep: OnStep;
}

/**
 * Recovers a registered host in the scratch folder as of a time, and has the contents of one of its databases copied
 * while it is open. The roles of the database have the names of the copy's there.
 */
export async function openPast(
  options: RecoveryPlace,
  { past, onStep }: Asked,
  copy: (past: PastContents) => Promise<void>,
): Promise<void> {
  const { databaseId, copyId, at } = past;
  if (![databaseId, copyId].every((id) => isId("database", id))) throw new TypeError("not the id of a database");
  const { settings, instanceId, scratch } = options;
  const open = async () => {
    const passphrase = await readPassphrase(settings.passphraseFile);
    const repository = await openHostRepository(settings, { passphrase, host: past.hostId });
    await repository.claim(ownerOfHost(instanceId, past.hostId));
    return repository;
  };
  const login = { database: databaseId, role: copyId };
  try {
    await recoverPast(options, { open, at, onStep, login }, async (cluster) => {
      const password = randomBytes(24).toString("base64url");
      const asSuperuser = superuserOver(cluster.socketDirectory, cluster.port);
      await asSuperuser("postgres", (client) => giveRolesOfCopy(client, past, password));
      await tell(options, onStep, "copying");
      await asSuperuser(databaseId, async (client) => {
        const roles = await leaveOwnRoles(client, past);
        const query = (text: string) => readTexts(client, text);
        await copy({ login: loginTo(cluster, { databaseId, copyId, password }), roles, query });
      });
    });
  } catch (error) {
    throw explainDiskFull(error, scratch.folder);
  } finally {
    await clearScratch(scratch);
  }
}

/**
 * Gives the database's roles the names of the copy's, so that a dump names these. The own role reads all rows of its
 * tables there, those with FORCE ROW LEVEL SECURITY too, and none of its settings holds.
 */
async function giveRolesOfCopy(client: Client, { databaseId, copyId }: DistantPastDatabase, password: string) {
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [databaseId]);
  if (rowCount === 0) throw new ServiceError("time_not_restorable", "The database didn't exist at that time.");
  for (const roleOf of [(id: string) => id, readRoleOf, endUserRoleOf, functionRoleOf]) {
    const found = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [roleOf(databaseId)]);
    if (found.rowCount === 1) await client.query(`ALTER ROLE ${roleOf(databaseId)} RENAME TO ${roleOf(copyId)}`);
  }
  const verifier = scramVerifier(password, systemRandom);
  await client.query(
    `ALTER DATABASE ${databaseId} ALLOW_CONNECTIONS true CONNECTION LIMIT -1;
     ALTER DATABASE ${databaseId} RESET ALL;
     GRANT CONNECT ON DATABASE ${databaseId} TO ${copyId};
     ALTER ROLE ${copyId} LOGIN BYPASSRLS CONNECTION LIMIT -1 VALID UNTIL 'infinity' PASSWORD '${verifier}';
     ALTER ROLE ${copyId} RESET ALL;
     ALTER ROLE ${copyId} IN DATABASE ${databaseId} RESET ALL`,
  );
}

const ROLES = `
  SELECT rolname AS name FROM pg_roles WHERE NOT rolsuper AND oid IN (
    SELECT refobjid FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass
      AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database()))
  ORDER BY rolname`;

/**
 * Hands everything that belongs to psql logins, functions or anybody else to the database's role, as in a branch, and
 * takes their rights. Returns the roles that are still named.
 */
async function leaveOwnRoles(client: Client, { copyId }: DistantPastDatabase): Promise<string[]> {
  const own = [copyId, readRoleOf(copyId), endUserRoleOf(copyId), VIEWERS, APP_USERS, POOLER, PROVISIONER_ROLE];
  const { rows } = await client.query<{ name: string }>(ROLES);
  for (const { name } of rows.filter((role) => !own.includes(role.name))) {
    if (new RegExp(DATABASE_ROLE).test(name)) await handOver(client, name, copyId);
    else {
      await client.query(`REASSIGN OWNED BY ${escapeIdentifier(name)} TO ${copyId}`);
      await client.query(`DROP OWNED BY ${escapeIdentifier(name)}`);
    }
  }
  return rows.map(({ name }) => name).filter((name) => own.includes(name));
}

async function readTexts(client: Client, text: string): Promise<{ rows: (string | null)[][] }> {
  const types = { getTypeParser: () => (value: string) => value };
  const { rows } = await client.query<(string | null)[]>({ text, rowMode: "array", types });
  return { rows };
}

function loginTo(
  { socketDirectory, port }: RunningCluster,
  { databaseId, copyId, password }: { databaseId: string; copyId: string; password: string },
): ProgramLogin {
  return {
    ...{ PGHOST: socketDirectory, PGPORT: String(port), PGDATABASE: databaseId, PGUSER: copyId, PGPASSWORD: password },
    ...{ PGOPTIONS: "-c local_preload_libraries=" },
  };
}
