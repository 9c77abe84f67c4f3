import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORKER } from "@/lib/core/access/service-actor";
import type { Actor } from "@/lib/core/context";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { provisionDatabase } from "@/lib/hosting/databases/provision";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { newControlUrl } from "@/tests/support/clusters";
import { createOrganisation, random } from "@/tests/support/context";
import { asSuperuser } from "@/tests/support/databases";
import { readPage, textOf, under } from "@/tests/support/guides/guide-blocks";
import { type PageCluster, startPageCluster } from "@/tests/support/guides/page-cluster";
import { Reader } from "@/tests/support/guides/reader";

const blocks = readPage("hosts");
const PASSWORD = "of-the-provisioner";
/** The hosts of tests are older than production allows, and no service answers at its address. */
const DOCTOR_FAILS = "|| test $? = 1";

let reader: Reader;
let cluster: PageCluster;
let runtime: Runtime;

beforeAll(async () => {
  const settings = textOf(blocks, "postgresql.conf");
  const access = textOf(blocks, "pg_hba.conf").replace("203.0.113.10/32", "127.0.0.1/32");
  // The page's own word for a superuser's socket that another user of the machine may use.
  const files = { settings, access: access.replace(/peer$/m, "peer map=platform") };
  const plane = {
    DATABASE_URL: await newControlUrl(),
    COPPICE_SECRET_KEYS: `hosts:${randomBytes(32).toString("base64")}`,
    LOG_LEVEL: "silent",
  };
  cluster = await startPageCluster(files, await findFreePort([]));
  reader = await Reader.start({ PGHOST: cluster.socketDirectory, PGPORT: String(cluster.port) }, plane);
  runtime = createRuntime(readEnvironment(plane));
});

afterAll(async () => {
  await Promise.all([runtime?.close(), reader?.leave()]);
  await cluster?.stop();
});

const context = (actor: Actor) => runtime.context({ actor, requestId: createId("request", random) });

/** Types the password into psql, which asks for it at the terminal where there is one. */
const withPassword = (command: string) =>
  command.replace("psql ", `printf '%s\\n' ${PASSWORD} ${PASSWORD} | setsid --wait psql `);

it("OP-L7: a cluster is set up by the statements of the page", async () => {
  const made = under(blocks, "Once, as superuser over the socket");
  await reader.follow(made.filter(({ file }) => file !== null));
  const [command] = made.filter(({ language }) => language === "sh");
  await reader.type(withPassword(command?.text ?? ""));
  const [role] = await onHost(
    "SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = 'provisioner'",
  );
  expect(role).toEqual({ rolsuper: false, rolcreatedb: true, rolcreaterole: true });
});

async function onHost(text: string, database = "postgres"): Promise<Record<string, unknown>[]> {
  return asSuperuser(cluster, database, async (client) => (await client.query(text)).rows);
}

it("PG-13: databases of an earlier recipe are brought up to the present one", async () => {
  const [open, closed] = ["db_00000000000000000001", "db_00000000000000000002"];
  const names = [open, closed, "tmpl_tenant"];
  await onHost("ALTER DATABASE tmpl_tenant ALLOW_CONNECTIONS true");
  for (const name of [open, closed]) await onHost(`CREATE DATABASE ${name} TEMPLATE template0 CONNECTION LIMIT 22`);
  await onHost("ALTER SCHEMA public OWNER TO pg_database_owner", "tmpl_tenant");
  await onHost("GRANT EXECUTE ON FUNCTION pg_stat_get_backend_idset() TO PUBLIC", "tmpl_tenant");
  for (const name of [closed, "tmpl_tenant"]) await onHost(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);

  await reader.follow(under(blocks, "A host that was set up earlier"));
  await reader.type("unset PGOPTIONS");

  const list = names.map((name) => `'${name}'`).join();
  const found = await onHost(
    `SELECT datname AS name, datallowconn AS open, datconnlimit AS limit FROM pg_database WHERE datname IN (${list}) ORDER BY 1`,
  );
  expect(found).toEqual(names.map((name) => ({ name, open: name === open, limit: -1 })));
  for (const name of names) {
    await onHost(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    const [facts] = await onHost(
      `SELECT has_function_privilege('public', 'pg_stat_get_backend_idset()', 'EXECUTE') AS sessions,
         (SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'public') AS owner`,
      name,
    );
    const owner = name === "tmpl_tenant" ? "provisioner" : "pg_database_owner";
    expect(facts).toEqual({ sessions: false, owner });
  }
  await onHost("ALTER DATABASE tmpl_tenant ALLOW_CONNECTIONS false");
  for (const name of [open, closed]) await onHost(`DROP DATABASE ${name}`);
});

describe("a host by the page", () => {
  const [byName, byAuthority] = under(blocks, "Register it").filter(({ language }) => language === "text");
  const [register] = under(blocks, "Register it").filter(({ language }) => language === "sh");
  const [add = ""] = (register?.text ?? "").split("\n");

  /** A connection string of the page, with the values that only its reader has. */
  const ownUrl = (text = "", authority = cluster.authority) =>
    text
      .replace("<password>", PASSWORD)
      .replace("db-1.example.com:5432", `localhost:${cluster.port}`)
      .replace("/etc/coppice/ca.pem", authority);
  const addBy = async (url: string) => {
    await reader.make("provisioner-url.txt", url);
    return reader.type(`${add} && exit 1 || test $? = 1`);
  };

  it("isn't added where its certificate isn't of the authority that is named, or TLS is left out", async () => {
    for (const url of [ownUrl(byName?.text), ownUrl(byAuthority?.text, cluster.otherAuthority)]) {
      expect(await addBy(url)).toContain("The host's certificate isn't trusted");
    }
    expect(await addBy(ownUrl(byAuthority?.text, "/nowhere.pem"))).toContain("can't be read (ENOENT)");
    expect(await addBy(ownUrl(byName?.text).replace("verify-full", "disable"))).toContain("lines of pg_hba.conf");
  });

  it("is added by TLS with an authority of one's own, and doctor finds nothing wrong with it", async () => {
    await reader.make("provisioner-url.txt", ownUrl(byAuthority?.text));
    const printed = await reader.type(`${register?.text} ${DOCTOR_FAILS}`);
    for (const part of ["provisioner", "logins", "template", "settings", "neighbours", "extensions"]) {
      expect(printed).toMatch(new RegExp(`^ok +host pg-1: ${part} `, "m"));
    }
  });

  it("OP-L7: customers come by IPv4 and IPv6, by TLS alone, and into their own database", async () => {
    const { member } = await createOrganisation({ db: runtime.db });
    const { id: databaseId } = await createDatabase(context(member.owner), { name: "shop" });
    await provisionDatabase(context(WORKER), { databaseId });
    const { connectionString } = await revealConnectionString(context(member.owner), { databaseId });
    const at = (address: string, url = connectionString) => url.replace("@localhost", `@${address}`);
    const ask = (url: string) => reader.type(`psql "${url}" -Atc "SELECT 'in'" 2>&1 || test $? = 2`);
    const provisioner = ownUrl(byAuthority?.text).replace("verify-full", "require");
    const superuser = provisioner.replace("provisioner", "platform_root");
    for (const address of ["127.0.0.1", "[::1]"]) {
      expect(await ask(at(address))).toBe("in\n");
      const refused = [
        at(address).replace("sslmode=require", "sslmode=disable"),
        at(address).replace(`/${databaseId}?`, "/postgres?"),
        at(address, superuser),
      ];
      for (const url of refused) expect(await ask(url), url).toContain("pg_hba.conf rejects connection");
    }
    const inside = provisioner.replace("/postgres?", `/${databaseId}?`);
    for (const url of [provisioner, inside]) {
      expect(await ask(at("[::1]", url))).toContain("pg_hba.conf rejects connection");
    }
    await deleteDatabase(context(member.owner), { databaseId });
    await reader.type(`npm run coppice -- db drop ${databaseId}`);
  });

  it("has a guard, started by the command of the page", async () => {
    const [command] = under(blocks, "The guard");
    const own = `--socket-directory ${cluster.socketDirectory} --port ${cluster.port}`;
    const text = command?.text.replace("/var/lib/postgresql/18/main", cluster.dataDirectory);
    const guard = await reader.begin(`${text} ${own}`);
    const beats = () => onHost("SELECT to_regclass('host_guard.beat') IS NOT NULL AS found");
    await expect.poll(beats).toEqual([{ found: true }]);
    await expect.poll(() => onHost("SELECT count(*)::int FROM host_guard.beat")).toEqual([{ count: 1 }]);
    expect(await reader.type(`npm run coppice -- doctor ${DOCTOR_FAILS}`)).toMatch(/^ok +host pg-1: guard /m);
    await guard.stop();
  });

  it("is changed, drained and removed by the commands of the page", async () => {
    await reader.follow(under(blocks, "Change it"));
    expect(await runtime.db.host.findMany()).toMatchObject([{ name: "pg-1", capacity: 300 }]);
    const [drain = "", undo = "", remove = ""] = (under(blocks, "Placement and maintenance")[0]?.text ?? "").split(
      "\n",
    );
    expect(await reader.type(drain)).toMatch(/^pg-1 is draining\.\n/);
    expect(await reader.type(undo)).toBe("pg-1 is active.\n");
    expect(await reader.type(remove)).toMatch(/^Removed pg-1 /);
  });
});

it("systemd takes the limit of memory", async () => {
  const [unit] = under(blocks, "Memory");
  await reader.make("postgres.service", `${unit?.text}\nExecStart=/bin/true`);
  expect(await reader.type("systemd-analyze verify --man=no ./postgres.service")).toBe("");
});

it("nftables takes the limits of connections", async () => {
  const [table] = under(blocks, "Firewall");
  await reader.make("postgres.nft", table?.text ?? "");
  // In a network of its own, which any user may have.
  expect(await reader.type("unshare --map-root-user --net /usr/sbin/nft --check -f postgres.nft")).toBe("");
});
