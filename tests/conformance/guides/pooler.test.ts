import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WORKER } from "@/lib/core/access/service-actor";
import type { Actor } from "@/lib/core/context";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { provisionDatabase } from "@/lib/hosting/databases/provision";
import { createShellConnection } from "@/lib/hosting/shell-connections/create";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { newControlUrl } from "@/tests/support/clusters";
import { createOrganisation, random } from "@/tests/support/context";
import { asSuperuser } from "@/tests/support/databases";
import { readPage, textOf, under } from "@/tests/support/guides/guide-blocks";
import { type PageCluster, startPageCluster } from "@/tests/support/guides/page-cluster";
import { type RunningPooler, startPooler } from "@/tests/support/guides/pooler";
import { Reader } from "@/tests/support/guides/reader";

const blocks = readPage("hosts");
const ofPooler = under(blocks, "A pooler");
const PASSWORD = "ofTheProvisionerOrThePooler";
/** The hosts of tests are older than production allows, and no service answers at its address. */
const DOCTOR_FAILS = "|| test $? = 1";

let reader: Reader;
let cluster: PageCluster;
let pooler: RunningPooler;
let runtime: Runtime;
let owner: Actor;
/** Databases from before and after the host had a pooler. */
let early: string;
let late: string;

beforeAll(async () => {
  const settings = textOf(blocks, "postgresql.conf");
  const [line] = ofPooler.filter(({ language, file }) => language === "text" && file === null);
  const access = textOf(blocks, "pg_hba.conf")
    .replace("203.0.113.10/32", "127.0.0.1/32")
    .replace(/peer$/m, "peer map=platform")
    .replace(/^hostssl sameuser/m, `${line?.text}\n$&`);
  const plane = {
    DATABASE_URL: await newControlUrl(),
    COPPICE_SECRET_KEYS: `hosts:${randomBytes(32).toString("base64")}`,
    LOG_LEVEL: "silent",
  };
  cluster = await startPageCluster({ settings, access }, await findFreePort([]));
  reader = await Reader.start({ PGHOST: cluster.socketDirectory, PGPORT: String(cluster.port) }, plane);
  runtime = createRuntime(readEnvironment(plane));
  const made = under(blocks, "Once, as superuser over the socket");
  await reader.follow(made.filter(({ file }) => file !== null));
  await reader.type(withPassword(made.find(({ language }) => language === "sh")?.text ?? ""));
  const authority = `sslmode=verify-full&sslrootcert=${cluster.authority}`;
  const url = `postgresql://provisioner:${PASSWORD}@localhost:${cluster.port}/postgres?${authority}`;
  await reader.make("provisioner-url.txt", url);
  await reader.type("npm run coppice -- host add pg-1 --capacity 9 --ssl-mode require < provisioner-url.txt");
  const { member } = await createOrganisation({ db: runtime.db });
  owner = member.owner;
  early = await newDatabase("early");
});

afterAll(async () => {
  await pooler?.stop();
  await Promise.all([runtime?.close(), reader?.leave()]);
  await cluster?.stop();
});

const context = (actor: Actor) => runtime.context({ actor, requestId: createId("request", random) });

/** Types the password into psql, which asks for it at the terminal where there is one. */
const withPassword = (commands: string) =>
  commands
    .replace("psql -X -v", `printf '%s\\n' ${PASSWORD} ${PASSWORD} | setsid --wait psql -X -v`)
    .replace(
      /^run .*\\password pooler'$/m,
      `printf '%s\\n' ${PASSWORD} ${PASSWORD} | setsid --wait psql -X -q -U platform_root -d postgres -c "CREATE ROLE pooler LOGIN" -c '\\password pooler'`,
    );

async function newDatabase(name: string): Promise<string> {
  const { id: databaseId } = await createDatabase(context(owner), { name });
  await provisionDatabase(context(WORKER), { databaseId });
  return databaseId;
}

const reveal = (databaseId: string) => revealConnectionString(context(owner), { databaseId });

async function pooledUrl(databaseId: string): Promise<string> {
  const { pooledConnectionString } = await reveal(databaseId);
  if (pooledConnectionString === undefined) throw new Error("the host has no pooler");
  return pooledConnectionString;
}

interface Login {
  user?: string;
  password?: string;
  database?: string;
  ssl?: false;
}

async function connect(url: string, { ssl, ...as }: Login = {}): Promise<pg.Client> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const own = { user: username, password, database: pathname.slice(1) };
  const client = new pg.Client({
    ...{ host: hostname, port: Number(port), ...own, ...as },
    ssl: ssl ?? { rejectUnauthorized: false },
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function ask<T>(url: string, text: string, as?: Login): Promise<T[]> {
  const client = await connect(url, as);
  try {
    return (await client.query({ text, rowMode: "array" })).rows[0] as T[];
  } finally {
    await client.end();
  }
}

/** Returns the pooler's answer to somebody whom it lets in as little as the server. */
const refusalOf = (url: string, as?: Login): Promise<string> =>
  ask(url, "SELECT 1", as).then(
    () => "let in",
    (error: Error) => error.message,
  );

it("is set up before a host by the files and commands of the page", async () => {
  await reader.follow(ofPooler.filter(({ file }) => file !== null));
  const [setUp, set] = ofPooler.filter(({ language }) => language === "sh");
  await reader.type(withPassword(setUp?.text ?? ""));
  await reader.type("unset PGOPTIONS");
  expect((await reveal(early)).pooledConnectionString).toBeUndefined();
  pooler = await startPooler(ofPooler, cluster, PASSWORD);
  const own = set?.text.replace("db-1.example.com", "localhost").replace("6432", String(pooler.port));
  expect(await reader.type(own ?? "")).toContain(`localhost:${pooler.port}`);
  late = await newDatabase("late");
});

describe("the pooled string", () => {
  it("leads to the database by TLS, as its own role", async () => {
    for (const id of [early, late]) {
      const url = await pooledUrl(id);
      expect(new URL(url).port).toBe(String(pooler.port));
      expect(await pooledUrl(id)).toBe(url);
      const found = await ask(url, "SELECT current_user, current_database()");
      expect(found).toEqual([id, id]);
    }
  });

  it("serves more clients than the database takes connections", async () => {
    const url = await pooledUrl(early);
    const clients = await Promise.all(Array.from({ length: 60 }, () => connect(url)));
    const pids = await Promise.all(clients.map((client) => client.query("SELECT pg_backend_pid() AS pid")));
    expect(new Set(pids.map(({ rows }) => rows[0].pid)).size).toBeLessThanOrEqual(15);
    await Promise.all(clients.map((client) => client.end()));
  });
});

describe("nobody else is let in", () => {
  it("not with a wrong password, without TLS, or into another database", async () => {
    const url = await pooledUrl(early);
    expect(await refusalOf(url, { password: "wrong" })).toBe("SASL authentication failed");
    expect(await refusalOf(url, { ssl: false })).toBe("SSL required");
    expect(await refusalOf(url, { database: late })).toBe("no such user");
    expect(await refusalOf(url, { database: "pgbouncer" })).toBe("SASL authentication failed");
  });

  it("not as the database's own role, a read role, a function role, a psql login, the platform or the pooler", async () => {
    const url = await pooledUrl(early);
    const shell = new URL((await createShellConnection(context(owner), { databaseId: early })).connectionString);
    expect(await refusalOf(url, { user: shell.username, password: shell.password })).toBe("no such user");
    const ofDatabase = ["db", "ro", "fn"].map((kind) => early.replace("db", kind));
    for (const user of [...ofDatabase, "platform_root", "provisioner"]) {
      for (const password of [new URL(url).password, PASSWORD]) {
        expect(await refusalOf(url, { user, password }), user).toBe("no such user");
      }
    }
    expect(await refusalOf(url, { user: "pooler", password: PASSWORD })).toBe("login rejected");
  });

  it("and customers neither call the function nor find it in the output of pg_dump", async () => {
    const call = ask(await pooledUrl(early), "SELECT * FROM pg_catalog.pooler_login('platform_root')");
    await expect(call).rejects.toMatchObject({ code: "42501" });
    const { rows } = await asSuperuser(cluster, early, (client) =>
      client.query(
        `SELECT p.oid::regprocedure FROM pg_proc AS p LEFT JOIN pg_init_privs AS i
           ON i.objoid = p.oid AND i.classoid = 'pg_proc'::regclass AND i.objsubid = 0
         WHERE pronamespace = 'pg_catalog'::regnamespace AND proacl IS DISTINCT FROM initprivs`,
      ),
    );
    expect(rows).toEqual([]);
  });
});

it("a client from before a rotation is never served again, nor is its password taken", async () => {
  const before = await pooledUrl(early);
  const old = await connect(before);
  await old.query("SELECT 1");
  const neighbour = await connect(await pooledUrl(late));
  const { pooledConnectionString: after, terminatedConnections } = await rotateCredential(context(owner), {
    databaseId: early,
  });
  expect(terminatedConnections).toBeGreaterThanOrEqual(1);
  expect(await refusalOf(before)).toBe("no such user");
  const { username, password } = new URL(before);
  expect(await refusalOf(after ?? "", { password })).toBe("SASL authentication failed");
  expect(await refusalOf(after ?? "", { user: username })).toBe("no such user");
  expect(await ask(after ?? "", "SELECT current_user")).toEqual([early]);
  await expect(old.query("SELECT 1")).rejects.toThrow("query_wait_timeout");
  expect((await neighbour.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await neighbour.end();
});

it("a closed database is refused at once, and let in when it is open again", async () => {
  const url = await pooledUrl(late);
  const alter = (attribute: string) =>
    asSuperuser(cluster, "postgres", (client) => client.query(`ALTER ROLE ${new URL(url).username} ${attribute}`));
  await alter("NOLOGIN");
  expect(await refusalOf(url)).toBe("no such user");
  await alter("LOGIN");
  expect(await refusalOf(url)).toBe("let in");
});

it("a client waits while its database is copied", async () => {
  const client = await connect(await pooledUrl(late));
  const run = (text: string) => asSuperuser(cluster, "postgres", (superuser) => superuser.query(text));
  await run(`ALTER DATABASE ${late} ALLOW_CONNECTIONS false`);
  await run(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${late}'`);
  const answer = client.query("SELECT 1 AS one");
  await vi.waitFor(() => expect(pooler.log()).toContain("is not currently accepting connections"), { timeout: 60_000 });
  await run(`ALTER DATABASE ${late} ALLOW_CONNECTIONS true`);
  expect((await answer).rows).toEqual([{ one: 1 }]);
  await client.end();
});

it("doctor signs in by the pooler, and names its fault", async () => {
  const doctor = () => reader.type(`npm run coppice -- doctor ${DOCTOR_FAILS}`);
  expect(await doctor()).toMatch(/^ok +host pg-1: pooler /m);
  const query = "auth_query = SELECT rolname, rolpassword FROM pg_authid WHERE rolname = $1";
  const lax = ofPooler.map((block) => ({ ...block, text: block.text.replace(/^auth_query .*$/m, () => query) }));
  await pooler.stop();
  expect(await doctor()).toMatch(/^fail +host pg-1: pooler +refuses .*ECONNREFUSED/m);
  await asSuperuser(cluster, early, (client) => client.query("GRANT SELECT ON pg_authid TO pooler"));
  const lenient = await startPooler(lax, cluster, PASSWORD);
  await reader.type(`npm run coppice -- host set pg-1 --pooled-port ${lenient.port}`);
  try {
    expect(await doctor()).toMatch(/^fail +host pg-1: pooler +lets a database's own role in/m);
  } finally {
    await lenient.stop();
  }
  pooler = await startPooler(ofPooler, cluster, PASSWORD);
});

it("is taken away again, and a deleted database leaves no role", async () => {
  await reader.type("npm run coppice -- host set pg-1 --no-pooler");
  expect((await reveal(late)).pooledConnectionString).toBeUndefined();
  for (const databaseId of [early, late]) {
    await deleteDatabase(context(owner), { databaseId });
    await reader.type(`npm run coppice -- db drop ${databaseId}`);
  }
  const { rows } = await asSuperuser(cluster, "postgres", (client) =>
    client.query("SELECT rolname FROM pg_roles WHERE rolname ~ '^(db|sh)_'"),
  );
  expect(rows).toEqual([]);
});
