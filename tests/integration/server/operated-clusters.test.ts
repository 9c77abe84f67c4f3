import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Check } from "@/lib/cli/doctor/checks";
import { WORKER } from "@/lib/core/access/service-actor";
import type { Actor } from "@/lib/core/context";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { createDatabase } from "@/lib/hosting/databases/create";
import { provisionDatabase } from "@/lib/hosting/databases/provision";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { newControlUrl } from "@/tests/support/clusters";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, OPERATOR, random } from "@/tests/support/context";
import { asSuperuser } from "@/tests/support/databases";
import { readPage, textOf, under } from "@/tests/support/guides/guide-blocks";
import { type PageCluster, startPageCluster } from "@/tests/support/guides/page-cluster";
import { Reader } from "@/tests/support/guides/reader";
import { readManifests, readYaml } from "@/tests/support/kubernetes";

const PASSWORD = "of-the-provisioner";
const hosts = readPage("hosts");

type Settings = Record<string, string | number>;

interface CloudNativePg {
  postgresql: { parameters: Settings; pg_hba: string[] };
  bootstrap: {
    initdb: Record<"owner" | "database", string> & Record<"postInitSQL" | "postInitApplicationSQL", string[]>;
  };
}
const [manifest] = readManifests("deploy/kubernetes/cloudnativepg-cluster.yaml");
const cloudNativePg = manifest?.spec as CloudNativePg;
const patroni = readYaml("deploy/kubernetes/patroni.yaml") as {
  bootstrap: { dcs: { postgresql: { parameters: Settings; pg_hba: string[] } } };
};

/** The operator's own lines, of which the last stands below those of the manifest. */
const OWN_LINES = [
  "local all all peer",
  ...["postgres", "replication"].map((database) => `hostssl ${database} streaming_replica all cert`),
];
const LAST_LINE = "host all all all scram-sha-256";

/** Settings that the page has and that are not the manifest's: the operator of the cluster keeps them. */
const OF_THE_OPERATOR = {
  CloudNativePG: ["listen_addresses", "shared_preload_libraries", "ssl"],
  Patroni: ["listen_addresses", "shared_preload_libraries"],
};

const linesOf = (settings: Settings) => Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
const pageSettings = Object.fromEntries(
  [...textOf(hosts, "postgresql.conf").matchAll(/^(\w+) = '?([^'\n]*?)'?$/gm)].map(([, name, value]) => [name, value]),
);

/**
 * Runs statements as CloudNativePG does: in one session, with the search path of applications, each by itself. The
 * extended protocol takes one statement only.
 */
async function send(cluster: PageCluster, database: string, statements: readonly string[]): Promise<void> {
  await asSuperuser(cluster, database, async (client) => {
    for (const text of ['SET search_path TO "$user", public', ...statements]) {
      const query = { text, queryMode: "extended" };
      await client.query(query);
    }
  });
}

/** Does the part of CloudNativePG's bootstrap that concerns SQL. */
async function setUpByManifest(cluster: PageCluster): Promise<void> {
  const { owner, database, postInitSQL, postInitApplicationSQL } = cloudNativePg.bootstrap.initdb;
  await send(cluster, "postgres", [`CREATE ROLE ${owner} LOGIN`]);
  await send(cluster, "postgres", postInitSQL);
  await send(cluster, "postgres", [`CREATE DATABASE ${database} OWNER ${owner}`]);
  await send(cluster, database, postInitApplicationSQL);
  await send(cluster, "postgres", [`ALTER ROLE ${owner} PASSWORD '${PASSWORD}'`]);
}

/** Runs the page's statements, as Patroni's machines run them. */
async function setUpByPage(cluster: PageCluster): Promise<void> {
  const reader = await Reader.start({ PGHOST: cluster.socketDirectory, PGPORT: String(cluster.port) }, {});
  try {
    const made = under(hosts, "Once, as superuser over the socket");
    await reader.follow(made.filter(({ file }) => file !== null));
    const [command] = made.filter(({ language }) => language === "sh");
    const typed = `printf '%s\\n' ${PASSWORD} ${PASSWORD} | setsid --wait psql `;
    await reader.type((command?.text ?? "").replace("psql ", typed));
  } finally {
    await reader.leave();
  }
}

describe.each([
  {
    ...{ name: "CloudNativePG", settings: cloudNativePg.postgresql.parameters, setUp: setUpByManifest },
    access: [...OWN_LINES, ...cloudNativePg.postgresql.pg_hba, LAST_LINE],
  },
  {
    ...{ name: "Patroni", settings: patroni.bootstrap.dcs.postgresql.parameters, setUp: setUpByPage },
    access: patroni.bootstrap.dcs.postgresql.pg_hba,
  },
] as const)("a host by $name", ({ name, settings, access, setUp }) => {
  let cluster: PageCluster;
  let runtime: Runtime;
  let provisionerUrl: string;

  beforeAll(async () => {
    const lines = access.map((line) =>
      line.replace(/(peer)$/, "$1 map=platform").replace(/10\.0\.0\.0\/8|203\.0\.113\.10\/32/, "127.0.0.1/32"),
    );
    const { ssl_cert_file: _cert, ssl_key_file: _key, ...others } = settings as Settings;
    const files = {
      settings: ["ssl = on", "shared_preload_libraries = ''", ...linesOf(others)].join("\n"),
      access: lines.join("\n"),
    };
    cluster = await startPageCluster(files, await findFreePort([]));
    await setUp(cluster);
    const authority = `sslmode=verify-full&sslrootcert=${cluster.authority}`;
    provisionerUrl = `postgresql://provisioner:${PASSWORD}@localhost:${cluster.port}/postgres?${authority}`;
    runtime = createRuntime(
      readEnvironment({ DATABASE_URL: await newControlUrl(), COPPICE_SECRET_KEYS: keyRing(), LOG_LEVEL: "silent" }),
    );
  });

  afterAll(async () => {
    await runtime?.close();
    await cluster?.stop();
  });

  const context = (actor: Actor) => runtime.context({ actor, requestId: createId("request", random) });
  const coppice = (...args: string[]) =>
    runCommand({ ctx: context(OPERATOR), stdin: provisionerUrl, isServing: false }, ...args);

  it("has the settings of the page", () => {
    const kept = OF_THE_OPERATOR[name as keyof typeof OF_THE_OPERATOR];
    const expected = Object.entries(pageSettings).filter(([setting]) => !kept.includes(setting));
    expect(expected.length).toBeGreaterThan(20);
    // Patroni takes no fewer workers than two.
    const own = name === "Patroni" ? { max_worker_processes: "2" } : {};
    const texts = Object.fromEntries(Object.entries(settings as Settings).map(([key, value]) => [key, String(value)]));
    expect(texts).toMatchObject({ ...Object.fromEntries(expected), ...own });
  });

  it("is added, and doctor finds nothing wrong with it", async () => {
    const added = await coppice("host", "add", "pg-1", "--capacity", "10", "--ssl-mode", "require");
    expect(added).toMatchObject({ exitCode: 0, stderr: "" });
    const { checks } = (await coppice("doctor", "--json")).json<{ checks: Check[] }>();
    for (const part of ["provisioner", "logins", "template", "settings", "neighbours"]) {
      expect(checks.find((check) => check.name === `host pg-1: ${part}`)).toMatchObject({ status: "ok" });
    }
  });

  it("has databases whose customers come by TLS into their own, and see no neighbours", async () => {
    const { member } = await createOrganisation({ db: runtime.db });
    const { id: databaseId } = await createDatabase(context(member.owner), { name: "shop" });
    await provisionDatabase(context(WORKER), { databaseId });
    const { connectionString } = await revealConnectionString(context(member.owner), { databaseId });
    const url = connectionString.replace("sslmode=require", "sslmode=no-verify");
    const ask = async (text: string, at = url) => {
      const client = new pg.Client({ connectionString: at });
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    };
    expect(await ask("SELECT current_database() AS name")).toEqual([{ name: databaseId }]);
    await ask("CREATE TABLE item (id int)");
    await expect(ask("SELECT pg_stat_get_backend_idset()")).rejects.toMatchObject({ code: "42501" });
    const ofProvisioner =
      "SELECT count(*)::int AS settings FROM pg_db_role_setting WHERE setrole = 'provisioner'::regrole";
    expect(await ask(ofProvisioner)).toEqual([{ settings: 0 }]);
    for (const elsewhere of ["postgres", "template1", "coppice_host"]) {
      const refused = ask("SELECT 1", url.replace(`/${databaseId}?`, `/${elsewhere}?`));
      await expect(refused, elsewhere).rejects.toMatchObject({ code: "28000" });
    }
    const { checks } = (await coppice("doctor", "--json")).json<{ checks: Check[] }>();
    const neighbours = checks.find((check) => check.name === "host pg-1: neighbours");
    expect(neighbours).toMatchObject({ status: "ok", detail: "databases can't see each other" });
  });

  it("lets in no roles but its own and the operator's", async () => {
    const { rows } = await asSuperuser(cluster, "postgres", (client) =>
      client.query<{ name: string }>(`SELECT rolname AS name FROM pg_roles
        WHERE rolcanlogin AND NOT rolsuper AND has_database_privilege(rolname, 'postgres', 'CONNECT') ORDER BY 1`),
    );
    const own = name === "Patroni" ? [] : ["cnpg_metrics_exporter", "streaming_replica"];
    expect(rows.map((row) => row.name).sort()).toEqual([...own, "provisioner"].sort());
  });

  it("keeps the operator's superuser out, also with a password", async () => {
    const superuser = name === "Patroni" ? cluster.superuser : "postgres";
    const create = superuser === cluster.superuser ? [] : [`CREATE ROLE ${superuser} SUPERUSER LOGIN`];
    await send(cluster, "postgres", [...create, `ALTER ROLE ${superuser} PASSWORD '${PASSWORD}'`]);
    const client = new pg.Client({ connectionString: provisionerUrl.replace("provisioner:", `${superuser}:`) });
    await expect(client.connect()).rejects.toThrow("pg_hba.conf rejects connection");
  });
});

function keyRing(): string {
  return `k1:${Buffer.from(random.bytes(32)).toString("base64")}`;
}
