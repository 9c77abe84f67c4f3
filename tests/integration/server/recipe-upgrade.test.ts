import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTemporaryCluster, type TemporaryCluster } from "@/lib/server/embedded-postgres/temporary-cluster";
import { asSuperuser } from "@/tests/support/databases";

const OPEN = "db_00000000000000000001";
const CLOSED = "db_00000000000000000002";
const LOGGED: string[] = [];

let folder: string;
let cluster: TemporaryCluster;

const start = () =>
  startTemporaryCluster({ kind: "host", folder, name: "upgraded", log: (line) => void LOGGED.push(line) });

/** A database of the first recipe: neighbours' counters for everyone, settings for nobody, a limit below its roles'. */
const OLD = `
  GRANT EXECUTE ON FUNCTION pg_catalog.pg_stat_get_backend_idset() TO PUBLIC;
  GRANT EXECUTE ON FUNCTION pg_catalog.pg_stat_get_db_xact_commit(oid) TO PUBLIC;
  SET allow_system_table_mods = on;
  DROP VIEW pg_catalog.pg_db_role_setting;
  ALTER TABLE pg_catalog.pg_db_role_setting_of_all RENAME TO pg_db_role_setting`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coppice-upgrade-"));
  await chmod(folder, 0o711);
  cluster = await start();
  await asSuperuser(cluster, "postgres", async (client) => {
    for (const name of [OPEN, CLOSED]) {
      await client.query(`CREATE ROLE ${name} LOGIN`);
      await client.query(`CREATE DATABASE ${name} TEMPLATE tmpl_tenant CONNECTION LIMIT 22`);
    }
    await client.query("ALTER DATABASE tmpl_tenant ALLOW_CONNECTIONS true");
  });
  for (const name of [OPEN, CLOSED]) {
    await asSuperuser(cluster, name, async (client) => {
      await client.query(`${OLD}; ALTER SCHEMA public OWNER TO ${name}`);
      // The owner's functions and operators, which a platform that does not pin its search path would run.
      await client.query(
        `SET ROLE ${name};
         CREATE FUNCTION public.trap(oid, oid) RETURNS bool LANGUAGE plpgsql AS
           'BEGIN ALTER ROLE ${name} SUPERUSER; RETURN true; END';
         CREATE OPERATOR public.= (LEFTARG = oid, RIGHTARG = oid, FUNCTION = public.trap)`,
      );
    });
  }
  await asSuperuser(cluster, "tmpl_tenant", (client) =>
    client.query(`${OLD}; ALTER SCHEMA public OWNER TO pg_database_owner`),
  );
  await asSuperuser(cluster, "postgres", (client) =>
    client.query(
      `ALTER DATABASE tmpl_tenant ALLOW_CONNECTIONS false; ALTER DATABASE ${CLOSED} ALLOW_CONNECTIONS false`,
    ),
  );
  await cluster.stop();
  await rm(join(folder, "configuration", "upgraded", "bootstrapped"));
  cluster = await start();
});

afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a database for the moment of a look. */
async function factsOf(name: string) {
  await asSuperuser(cluster, "postgres", (client) => client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`));
  return asSuperuser(cluster, name, async (client) => {
    const { rows } = await client.query(
      `SELECT has_function_privilege('public', 'pg_stat_get_backend_idset()', 'EXECUTE') AS sessions,
         has_function_privilege('public', 'pg_stat_get_db_xact_commit(oid)', 'EXECUTE') AS counters,
         has_table_privilege('public', 'pg_db_role_setting', 'SELECT') AS own,
         has_table_privilege('public', 'pg_db_role_setting_of_all', 'SELECT') AS everybodys,
         (SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'public') AS owner`,
    );
    return rows[0];
  });
}

test("PG-13: a cluster of an earlier recipe is brought up to the present one, with the databases it holds", async () => {
  expect(LOGGED).toEqual([]);
  const databases = await asSuperuser(cluster, "postgres", async (client) => {
    const { rows } = await client.query(
      `SELECT datname AS name, datallowconn AS open, datconnlimit AS limit FROM pg_database
       WHERE datname ~ '^db_' OR datname = 'tmpl_tenant' ORDER BY 1`,
    );
    const lifted = await client.query("SELECT rolname FROM pg_roles WHERE rolsuper");
    expect(lifted.rows).toEqual([{ rolname: "platform_root" }]);
    return rows;
  });
  expect(databases).toEqual([
    { name: OPEN, open: true, limit: -1 },
    { name: CLOSED, open: false, limit: -1 },
    { name: "tmpl_tenant", open: false, limit: -1 },
  ]);
  for (const name of [OPEN, CLOSED]) {
    expect(await factsOf(name)).toEqual({
      sessions: false,
      counters: false,
      own: true,
      everybodys: false,
      owner: name,
    });
  }
  expect(await factsOf("tmpl_tenant")).toEqual({
    sessions: false,
    counters: false,
    own: true,
    everybodys: false,
    owner: "provisioner",
  });
});
