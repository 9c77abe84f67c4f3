import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { bySocket, serverSocketOf } from "@/lib/core/db/server-socket";
import { createId } from "@/lib/core/ids";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { getDatabase } from "@/lib/hosting/databases/get";
import { createShellConnection } from "@/lib/hosting/shell-connections/create";
import { listTables } from "@/lib/sql/tables/list";
import { random } from "@/tests/support/context";
import { asCustomer, asSuperuser, createReadyDatabase, refusalOf, toDatabase } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";
import { POSTGRES_CLIENT } from "@/tests/support/postgres-client";
import { runText } from "@/tests/support/run-statements";
import { REFUSED } from "./refused-statements";

const { service, organisation, owner, violations } = await openOwnedService();
let own: string;
let url: string;
let neighbour: string;

beforeAll(async () => {
  own = await createReadyDatabase(service, organisation.member.owner);
  url = await urlOf(own);
  neighbour = await createReadyDatabase(service, (await service.organisation()).member.owner);
});

afterAll(() => service.close());

const urlOf = async (databaseId: string) => (await revealConnectionString(owner, { databaseId })).connectionString;

it("SQ-L11: a second database serves as the shadow database that Prisma can't create, and can be emptied", async () => {
  const shadow = await urlOf(await createReadyDatabase(service, organisation.member.owner));
  const attempt = asCustomer(url, (client) => client.query("CREATE DATABASE prisma_migrate_shadow_db"));
  await expect(attempt).rejects.toMatchObject({ code: "42501" });
  for (let migration = 0; migration < 2; migration += 1) {
    await asCustomer(shadow, async (client) => {
      await client.query("DROP SCHEMA public CASCADE");
      await client.query("CREATE SCHEMA public");
      await client.query("CREATE TABLE item (id serial PRIMARY KEY); CREATE TYPE mood AS ENUM ('good')");
    });
  }
});

/** Returns the same login at the Unix socket, as the service reaches the server. */
const atSocket = (address: string) => bySocket(address, serverSocketOf(service.cluster));

it("the credential opens its own database at the server's Unix socket, too", async () => {
  const { rows } = await asCustomer(atSocket(url), (client) =>
    client.query("SELECT current_database() AS database, inet_client_addr() AS address"),
  );
  expect(rows).toEqual([{ database: own, address: null }]);
});

describe("PG-02: the credential opens its own database alone", () => {
  test.for(["postgres", "template0", "template1", "tmpl_tenant", "no_such_database", "neighbour"])(
    "it is refused with 28000 on %s, existing or not",
    async (name) => {
      const other = toDatabase(url, name === "neighbour" ? neighbour : name);
      expect(await refusalOf(other)).toBe("28000");
      expect(await refusalOf(atSocket(other))).toBe("28000");
    },
  );

  it("the grants refuse as well, should pg_hba.conf ever be wider: no other database may be connected to", async () => {
    const open = await asCustomer(url, (client) =>
      client.query("SELECT datname FROM pg_database WHERE has_database_privilege(datname, 'CONNECT')"),
    );
    // Nothing connects to template0, whose grants nobody may change: it accepts no connections at all.
    expect(open.rows.map(({ datname }) => datname).sort()).toEqual([own, "template0"].sort());
    const closed = "SELECT datname FROM pg_database WHERE NOT datallowconn";
    const names = (await asCustomer(url, (client) => client.query(closed))).rows.map(({ datname }) => datname);
    expect(names).toContain("template0");
  });

  it("an unknown role is refused like a wrong password", async () => {
    const wrong = Object.assign(new URL(url), { password: "wrong" }).href;
    const unknown = createId("database", random);
    const stranger = Object.assign(new URL(wrong), { username: unknown, pathname: `/${unknown}` }).href;
    for (const refused of [wrong, stranger, atSocket(wrong), atSocket(stranger)]) {
      expect(await refusalOf(refused)).toBe("28P01");
    }
  });
});

describe("refusals to a customer's role", () => {
  test.for(Object.entries(REFUSED))("%s", async ([, statements]) => {
    const answers: [string, string | null][] = [];
    for (const [statement] of statements) answers.push([statement, await refusalOf(url, statement)]);
    expect(answers).toEqual(statements);
  });

  it("PG-06: cannot connect for replication", async () => {
    const replication = Object.assign(new URL(url), { search: "?replication=true" }).href;
    expect(await refusalOf(replication, "IDENTIFY_SYSTEM")).toMatch(/^(28000|42501)$/);
  });

  it("PG-07: grants its role to nobody, and no role to itself", async () => {
    expect(await refusalOf(url, `GRANT "${own}" TO "${neighbour}"`)).toBe("42501");
    expect(await refusalOf(url, `GRANT "${neighbour}" TO "${own}"`)).toBe("42501");
    expect(await refusalOf(url, `GRANT pg_read_all_data TO "${own}"`)).toBe("42501");
    expect(await refusalOf(url, `SET ROLE "${neighbour}"`)).toBe("42501");
  });

  it("PG-08: changes nothing about the database itself, which belongs to the platform", async () => {
    const statements = [
      "SET search_path = public",
      "SET role = platform_root",
      "SET local_preload_libraries = 'x'",
      "ALLOW_CONNECTIONS false",
      "CONNECTION LIMIT 1000",
      "RENAME TO other",
      `OWNER TO "${own}"`,
    ].map((change) => `ALTER DATABASE "${own}" ${change}`);
    for (const statement of [...statements, `DROP DATABASE "${own}"`]) {
      expect([statement, await refusalOf(url, statement)]).toEqual([statement, "42501"]);
    }
    // Granting without the right to grant is a warning for a role that holds some right, so the outcome decides.
    await refusalOf(url, `GRANT ALL ON DATABASE "${own}" TO PUBLIC, "${neighbour}"`);
    expect(await violations()).toEqual([]);
  });

  it("PG-13: sees no neighbour's activity, locks or settings", async () => {
    const views = [
      ...[
        "pg_stat_activity",
        "pg_locks",
        "pg_db_role_setting_of_all",
        "pg_stat_database",
        "pg_stat_database_conflicts",
      ],
      ...["pg_stat_progress_vacuum", "pg_stat_ssl", "pg_aios", "pg_stat_get_backend_idset()"],
      ...["pg_stat_get_backend_userid(1)", "pg_stat_get_backend_start(1)", "pg_stat_get_db_xact_commit(1)"],
    ];
    for (const view of views) {
      expect([view, await refusalOf(url, `SELECT * FROM ${view}`)]).toEqual([view, "42501"]);
    }
  });

  it("PG-13: can still write the rights of its database to a dump that restores elsewhere", async () => {
    // The query by which pg_dump finds the objects of pg_catalog whose rights it has to write.
    const differing = await asCustomer(url, (client) =>
      client.query(
        `SELECT proname AS name FROM pg_proc AS p LEFT JOIN pg_init_privs AS i
           ON i.objoid = p.oid AND i.classoid = 'pg_proc'::regclass AND i.objsubid = 0
         WHERE pronamespace = 'pg_catalog'::regnamespace AND proacl IS DISTINCT FROM initprivs
         UNION ALL
         SELECT relname FROM pg_class AS c LEFT JOIN pg_init_privs AS i
           ON i.objoid = c.oid AND i.classoid = 'pg_class'::regclass AND i.objsubid = 0
         WHERE relnamespace = 'pg_catalog'::regnamespace AND relacl IS DISTINCT FROM initprivs`,
      ),
    );
    expect(differing.rows).toEqual([]);
  });

  it("PG-13: sees its own settings alone, with which pg_dump makes an archive", async () => {
    await asSuperuser(service.cluster, "postgres", async (client) => {
      for (const role of [own, neighbour]) await client.query(`ALTER ROLE "${role}" SET search_path = own_path`);
    });
    const seen = await asCustomer(url, (client) =>
      client.query("SELECT DISTINCT setrole::regrole::text AS role FROM pg_db_role_setting WHERE setrole <> 0"),
    );
    await asCustomer(url, (client) => client.query("ALTER ROLE CURRENT_USER RESET search_path"));
    expect(seen.rows).toEqual([{ role: own }]);
    const { username, password, hostname, port } = new URL(url);
    const { stdout } = await promisify(execFile)(join(POSTGRES_CLIENT, "pg_dump"), ["--format=custom", own], {
      env: { ...process.env, PGUSER: username, PGPASSWORD: password, PGHOST: hostname, PGPORT: port },
      encoding: "buffer",
    });
    expect(stdout.subarray(0, 5).toString()).toBe("PGDMP");
  });

  it("PG-17: ends nobody else's session", async () => {
    const pid = await asSuperuser(service.cluster, "postgres", async (client) => {
      const [row] = (await client.query("SELECT pg_backend_pid() AS pid")).rows;
      expect(await refusalOf(url, `SELECT pg_terminate_backend(${row.pid})`)).toBe("42501");
      expect(await refusalOf(url, `SELECT pg_cancel_backend(${row.pid})`)).toBe("42501");
      return row.pid;
    });
    expect(pid).toBeGreaterThan(0);
  });
});

describe("PG-09: a customer's changes of its own role", () => {
  it("a password and settings of its own do not outlive a rotation, and never keep the platform out", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const before = await urlOf(id);
    await asCustomer(before, async (client) => {
      await client.query("ALTER ROLE CURRENT_USER SET statement_timeout = 0");
      await client.query("ALTER ROLE CURRENT_USER SET local_preload_libraries = 'missing'");
      await client.query(`ALTER ROLE CURRENT_USER IN DATABASE "${id}" SET search_path = nowhere`);
      await client.query(`ALTER ROLE CURRENT_USER PASSWORD '${scramVerifier("changed", random)}'`);
    });
    expect(await refusalOf(before)).toBe("28P01");
    const { connectionString } = await rotateCredential(owner, { databaseId: id });
    await asCustomer(connectionString, async (client) => {
      const settings = await client.query(
        "SELECT current_setting('search_path') AS path, current_setting('temp_file_limit') AS files",
      );
      expect(settings.rows).toEqual([{ path: '"$user", public', files: "1GB" }]);
    });
    await deleteDatabase(owner, { databaseId: id });
    expect(await violations()).toEqual([]);
  });
});

it("PG-09: a library that cannot be loaded is named where members meet it, and a shell opens all the same", async () => {
  const id = await createReadyDatabase(service, organisation.member.owner);
  const settings = "ALTER ROLE CURRENT_USER SET local_preload_libraries = 'missing'";
  await asCustomer(await urlOf(id), (client) => client.query(settings));
  const message = expect.stringMatching(/sets local_preload_libraries .* Rotate the credential to reset it\.$/);
  expect(await runText(owner, id, "select 1")).toMatchObject([{ status: "failed", message }]);
  await expect(listTables(owner, { databaseId: id })).rejects.toMatchObject({ code: "conflict", message });
  const { connectionString } = await createShellConnection(owner, { databaseId: id });
  expect(await refusalOf(connectionString)).toBeNull();
  await rotateCredential(owner, { databaseId: id });
  expect(await runText(owner, id, "select 1")).toMatchObject([{ status: "succeeded" }]);
  await deleteDatabase(owner, { databaseId: id });
});

describe("PG-11: clients that reconnect in a tight loop", () => {
  /** Three clients that come back the moment they are thrown out, until `work` is over. */
  async function amidReconnects<T>(connectionString: string, work: () => Promise<T>): Promise<T> {
    let isOver = false;
    let connections = 0;
    const reconnect = async () => {
      while (!isOver) {
        await asCustomer(connectionString, async (client) => {
          connections += 1;
          while (!isOver) await client.query("SELECT pg_sleep(0.01)");
        }).catch(() => {});
      }
    };
    const clients = [reconnect(), reconnect(), reconnect()];
    await expect.poll(() => connections).toBeGreaterThanOrEqual(3);
    try {
      return await work();
    } finally {
      isOver = true;
      await Promise.all(clients);
    }
  }

  it("do not keep a branch or a deletion from succeeding", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const connectionString = await urlOf(id);
    await amidReconnects(connectionString, async () => {
      const made = await createBranch(owner, { databaseId: id, name: `besieged-${id.slice(-12)}` });
      expect(made.terminatedBackends).toBeGreaterThanOrEqual(3);
      await expect.poll(() => refusalOf(connectionString)).toBeNull();
    });
    await amidReconnects(connectionString, () => deleteDatabase(owner, { databaseId: id }));
    expect(await violations()).toEqual([]);
  });
});

describe("PG-16: the password", () => {
  it("reaches neither the server's log nor its catalogs: the platform sends SCRAM verifiers only", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const first = new URL(await urlOf(id)).password;
    const { connectionString } = await rotateCredential(owner, { databaseId: id });
    const second = new URL(connectionString).password;
    expect(first.length).toBeGreaterThanOrEqual(32);
    const stored = await asSuperuser(service.cluster, "postgres", (client) =>
      client.query("SELECT rolpassword FROM pg_authid WHERE rolname = $1", [id]),
    );
    expect(stored.rows[0].rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
    const { dataDirectory } = service.cluster;
    const cluster = join(dataDirectory, "..");
    const log = await readFile(`${cluster}.log`, "utf8");
    expect(log).toContain("ready to accept connections");
    for (const password of [first, second]) expect(log).not.toContain(password);
  });

  it("and other literals of statements that fail are in no log, in any part of the error", async () => {
    const sentinel = `sentinel-${createId("request", random)}`;
    const statements = [
      `ALTER ROLE platform_root PASSWORD '${sentinel}'`,
      `SELECT '${sentinel}'::int`,
      `SELECT 1 FROM "${sentinel}"`,
      `DO $$ BEGIN RAISE EXCEPTION '%', '${sentinel}' USING DETAIL = '${sentinel}', HINT = '${sentinel}'; END $$`,
      `DO $$ BEGIN RAISE WARNING '%', '${sentinel}'; END $$`,
      `CREATE TEMP TABLE t (x text UNIQUE); INSERT INTO t VALUES ('${sentinel}'), ('${sentinel}')`,
    ];
    for (const statement of statements) await refusalOf(url, statement);
    await asCustomer(url, (client) => client.query("SELECT $1::int", [sentinel]).catch(() => {}));
    // The server writes the refusal of a stranger after its lines on the statements above.
    const stranger = createId("database", random);
    expect(await refusalOf(Object.assign(new URL(url), { username: stranger, pathname: `/${stranger}` }).href)).toBe(
      "28P01",
    );
    const log = () => readFile(`${join(service.cluster.dataDirectory, "..")}.log`, "utf8");
    await expect.poll(async () => (await log()).includes(stranger)).toBe(true);
    expect((await log()).split("\n").filter((line) => line.includes(sentinel))).toEqual([]);
  });

  it("a value that is no verifier is refused, since Postgres would take it as a plaintext password", async () => {
    const host = await owner.hosts.get(service.hostId);
    for (const verifier of ["secret", "SCRAM-SHA-256$4096:x", `${scramVerifier("a", random)}'; DROP ROLE x; --`]) {
      await expect(host.withLock([own], (session) => session.setPassword(own, verifier))).rejects.toThrow(TypeError);
      await expect(host.withLock([own], (session) => session.ensureRole(own, verifier))).rejects.toThrow(TypeError);
    }
    expect(await refusalOf(url)).toBeNull();
  });
});

describe("PG-18: DROP OWNED BY CURRENT_USER CASCADE", () => {
  it("takes the customer's schema public away and leaves the way in", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const connectionString = await urlOf(id);
    await asCustomer(connectionString, (client) => client.query("DROP OWNED BY CURRENT_USER CASCADE"));
    await asCustomer(connectionString, async (client) => {
      expect((await client.query("SELECT FROM pg_namespace WHERE nspname = 'public'")).rowCount).toBe(0);
      await client.query("CREATE SCHEMA public");
    });
    expect(await violations()).toEqual([]);
  });
});

describe("a customer that grants rights to a stranger's role", () => {
  it("cannot keep the stranger from deleting its database and role", async () => {
    const victim = await createReadyDatabase(service, organisation.member.owner);
    const attacker = await createReadyDatabase(service, organisation.member.owner);
    await asCustomer(await urlOf(attacker), async (client) => {
      await client.query(`CREATE TABLE bait (id int); GRANT ALL ON bait TO "${victim}"`);
      await client.query(`ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO "${victim}"`);
      await client.query(`CREATE POLICY p ON bait TO "${victim}" USING (true)`);
      await client.query(`SELECT lo_create(1); GRANT SELECT ON LARGE OBJECT 1 TO "${victim}"`);
    });
    await createBranch(owner, { databaseId: attacker, name: `bait-${attacker.slice(-12)}` });
    await deleteDatabase(owner, { databaseId: victim });
    await expect(getDatabase(owner, { databaseId: victim })).rejects.toMatchObject({ code: "database_not_found" });
    expect(await violations()).toEqual([]);
  });
});
