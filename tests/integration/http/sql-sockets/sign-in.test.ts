import { Client } from "@neondatabase/serverless";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRoleOf } from "@/lib/core/ids";
import { WRONG_PASSWORD_LIMITS } from "@/lib/core/rate-limits";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { createShellConnection } from "@/lib/hosting/shell-connections/create";
import {
  asCustomer,
  asSuperuser,
  type HostingService,
  NO_SUCH_DATABASE,
  openHostingService,
} from "@/tests/support/databases";
import { writeAsGuard } from "@/tests/support/guard";
import { frontend, ProtocolClient } from "@/tests/support/protocol-client";
import {
  type HostedDatabase,
  hostedDatabase,
  pointDriverAt,
  type SqlSocketServer,
  startSqlSockets,
} from "@/tests/support/sql-sockets";

const ADDRESS = "x-forwarded-for";

let service: HostingService;
let server: SqlSocketServer;
let database: HostedDatabase;
let other: HostedDatabase;
let addresses = 0;

beforeAll(async () => {
  service = await openHostingService();
  server = await startSqlSockets(service, { variables: { CLIENT_ADDRESS_HEADER: ADDRESS } });
  [database, other] = [await hostedDatabase(service), await hostedDatabase(service)];
  pointDriverAt(server);
});

afterAll(async () => {
  expect(server.logged).toEqual([]);
  await server.close();
  await service.close();
});

/** Each attempt comes from an address of its own, as most tests are not about limits. */
function newAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

async function attempt(parameters: Record<string, string>, password: string, address = newAddress()) {
  const client = await ProtocolClient.open(server.url, { [ADDRESS]: address });
  client.send(frontend.startup(parameters), frontend.password(password));
  const messages = await client.until("Z");
  if (messages.at(-1)?.type === "Z") {
    client.send(frontend.query("select current_user::text, current_database()::text"));
    const row = (await client.until("Z")).find(({ type }) => type === "D");
    client.send(frontend.terminate());
    return {
      row: row?.body
        .toString()
        .replaceAll(/[^\w]+/g, " ")
        .trim(),
      closeCode: await client.closed,
    };
  }
  client.messages.push(...messages);
  return client.ending();
}

const asRoot = (text: string) => asSuperuser(service.cluster, "postgres", (client) => client.query(text));

describe("a wrong sign-in", () => {
  const refusal = (user: string) => ({
    ...{ code: "28P01", message: `password authentication failed for user "${user}"`, closeCode: 1008 },
  });

  it("SQ-02: is answered alike, whether the database doesn't exist, is another's, or the password is wrong", async () => {
    const cases: [user: string, database: string | null, password: string][] = [
      [database.id, null, "wrong"],
      [database.id, null, ""],
      [NO_SUCH_DATABASE, null, database.password],
      [database.id, null, other.password],
      [database.id, other.id, database.password],
      [other.id, database.id, database.password],
      [database.id, NO_SUCH_DATABASE, database.password],
      [database.id, "postgres", database.password],
      ["", null, database.password],
      ["../../etc/passwd", null, "x"],
    ];
    for (const [user, name, password] of cases) {
      const parameters = { user, ...(name !== null && { database: name }) };
      expect(await attempt(parameters, password), `${user} ${name}`).toEqual(refusal(user));
    }
  });

  it("SQ-07: doesn't let in a role of the platform, whose password would be right", async () => {
    const { username, password } = new URL(service.cluster.provisionerUrl);
    for (const name of [database.id, "postgres", username]) {
      expect(await attempt({ user: username, database: name }, decodeURIComponent(password))).toEqual(
        refusal(username),
      );
    }
    const reader = readRoleOf(database.id);
    expect(
      await attempt({ user: reader, database: database.id }, database.owner.sealer.mac(database.id, "read-role")),
    ).toEqual(refusal(reader));
  });

  it("reaches the driver as an error of Postgres", async () => {
    const url = Object.assign(new URL(database.connectionString), { password: "wrong" }).href;
    const client = new Client(url);
    client.on("error", () => {});
    // It sends the first query without waiting to be let in.
    await client.connect();
    await expect(client.query("select 1")).rejects.toMatchObject({ severity: "FATAL", code: "28P01" });
  });

  it("is limited per address, and the right password still gets in", async () => {
    const address = newAddress();
    const { limit } = WRONG_PASSWORD_LIMITS.address;
    const strange = Array.from({ length: limit }, (_unused, n) => `db_${String(n).padStart(20, "0")}`);
    for (const user of strange) expect(await attempt({ user }, "x", address)).toMatchObject({ code: "28P01" });
    expect(await attempt({ user: database.id }, "wrong", address)).toMatchObject({
      ...{
        code: "53300",
        message: expect.stringMatching(/^Too many wrong passwords\. Try again in \d+ s\.$/),
        closeCode: 1013,
      },
    });
    // A client's words on its own address count no more than its last one, which the proxy has added.
    expect(await attempt({ user: database.id }, "wrong", `192.0.2.77, ${address}`)).toMatchObject({ code: "53300" });
    expect(await attempt({ user: database.id }, database.password, address)).toMatchObject({ closeCode: 1000 });
  });

  it("is limited per database, from however many addresses it comes", async () => {
    const target = await hostedDatabase(service);
    for (let n = 0; n < WRONG_PASSWORD_LIMITS.database.limit; n += 1) {
      expect(await attempt({ user: target.id }, `wrong ${n}`)).toMatchObject({ code: "28P01" });
    }
    expect(await attempt({ user: target.id }, "wrong")).toMatchObject({ code: "53300" });
    expect(await attempt({ user: target.id }, target.password)).toMatchObject({ closeCode: 1000 });
  });
});

describe("a startup message", () => {
  it("SQ-02: decides nothing but user, database and harmless settings", async () => {
    const forged = {
      options: "-c role=postgres --session-preload-libraries=x -cwork_mem=77MB",
      host: "/tmp",
      role: "postgres",
    };
    expect(await attempt({ user: database.id, database: database.id, ...forged }, database.password)).toEqual({
      ...{ row: `${database.id} ${database.id}`, closeCode: 1000 },
    });
    const url = new URL(database.connectionString);
    url.searchParams.set("options", "-c work_mem=77MB --role=postgres");
    const client = new Client({ connectionString: url.href });
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('statement_timeout') as a, current_setting('work_mem') as b",
    );
    expect(rows).toEqual([{ a: "30s", b: expect.not.stringContaining("77") }]);
    await client.end();
  });

  it("takes the harmless settings of options as PostgreSQL does, behind its parameters", async () => {
    const options = String.raw`-c search_path="a\ b",c --lock-timeout=7s -x --nothing
      -cdefault_transaction_isolation=serializable -c statement_timeout=0`;
    const client = new Client({ connectionString: database.connectionString, options, statement_timeout: 9_000 });
    await client.connect();
    const names = ["search_path", "lock_timeout", "default_transaction_isolation", "statement_timeout"];
    const { rows } = await client.query(
      `select ${names.map((name) => `current_setting('${name}') as ${name}`).join()}`,
    );
    expect(rows).toEqual([
      {
        ...{ search_path: '"a b",c', lock_timeout: "7s" },
        ...{ default_transaction_isolation: "serializable", statement_timeout: "9s" },
      },
    ]);
    await client.end();
  });

  it.each([
    [{ replication: "database" }, "Replication isn't available over WebSockets."],
    [{ replication: "true" }, "Replication isn't available over WebSockets."],
    [{ client_encoding: "LATIN1" }, "Connections over WebSockets use the client encoding UTF8."],
    [{ TimeZone: "Nowhere/Never" }, 'invalid value for parameter "TimeZone": "Nowhere/Never"'],
    [{ statement_timeout: "a while" }, 'invalid value for parameter "statement_timeout": "a while"'],
  ])("is refused with %o", async (parameters, message) => {
    const refused = await attempt({ user: database.id, ...parameters } as Record<string, string>, database.password);
    expect(refused).toEqual({ code: "22023", message, closeCode: 1008 });
  });

  it("SQ-L7: without a name for the session gives it none", async () => {
    const client = await ProtocolClient.open(server.url, { [ADDRESS]: newAddress() });
    client.send(frontend.startup({ user: database.id }), frontend.password(database.password));
    const reported = (await client.until("Z")).map(({ body }) => body.toString());
    expect(reported).toContain("application_name\0\0");
    client.send(frontend.terminate());
    await client.closed;
  });

  it("sets the options that a session may change itself", async () => {
    const client = await ProtocolClient.open(server.url, { [ADDRESS]: newAddress() });
    const parameters = {
      TimeZone: "Asia/Kathmandu",
      search_path: '"a b", "Ü \\ x"',
      application_name: "my app",
      replication: "false",
    };
    client.send(frontend.startup({ user: database.id, ...parameters }), frontend.password(database.password));
    const reported = (await client.until("Z"))
      .filter(({ type }) => type === "S")
      .map(({ body }) => body.toString().split("\0"));
    expect(Object.fromEntries(reported.map(([name = "", value]) => [name, value]))).toMatchObject({
      ...{
        TimeZone: "Asia/Kathmandu",
        application_name: "my app",
        client_encoding: "UTF8",
        search_path: parameters.search_path,
      },
    });
    client.send(frontend.terminate());
    await client.closed;
  });
});

describe("a database that takes no connections", () => {
  it("says so while it is being changed, to a client with its password alone", async () => {
    await service.db.database.update({ where: { id: other.id }, data: { status: "provisioning" } });
    expect(await attempt({ user: other.id }, other.password)).toEqual({
      ...{ code: "57P03", message: "The database is provisioning.", closeCode: 1013 },
    });
    expect(await attempt({ user: other.id }, "wrong")).toMatchObject({ code: "28P01" });
    await service.db.database.update({ where: { id: other.id }, data: { status: "ready" } });
    expect(await attempt({ user: other.id }, other.password)).toMatchObject({ closeCode: 1000 });
  });

  it("says why the guard has closed it, to a client with its password alone", async () => {
    const guard = await writeAsGuard(service.cluster);
    await guard.restrict({ databaseId: other.id, state: "closed", until: new Date("2026-05-04T14:05:00.000Z") });
    await asRoot(`ALTER ROLE ${other.id} NOLOGIN`);
    try {
      const message =
        "The database is closed because it's over its size limit. It reopens at 14:05 UTC, read-only, so that you can delete data.";
      expect(await attempt({ user: other.id }, other.password)).toEqual({ code: "57P03", message, closeCode: 1013 });
      expect(await attempt({ user: other.id }, "wrong")).toMatchObject({ code: "28P01" });
    } finally {
      await asRoot(`ALTER ROLE ${other.id} LOGIN`);
      await guard.lift(other.id);
    }
  });

  it("says that its connections are in use", async () => {
    await asRoot(`ALTER ROLE ${other.id} CONNECTION LIMIT 0`);
    try {
      expect(await attempt({ user: other.id }, other.password)).toEqual({
        ...{ code: "53300", message: "All connections that the database may have are in use.", closeCode: 1013 },
      });
    } finally {
      await asRoot(`ALTER ROLE ${other.id} CONNECTION LIMIT 20`);
    }
  });

  it("takes a password that was set with SQL, as the host does", async () => {
    await asCustomer(other.connectionString, (client) =>
      client.query(`alter role ${other.id} password 'changed with SQL'`),
    );
    expect(await attempt({ user: other.id }, "changed with SQL")).toMatchObject({ closeCode: 1000 });
    expect(await attempt({ user: other.id }, other.password)).toMatchObject({ code: "28P01" });
  });
});

it("a shell connection signs in to its own database, until it expires", async () => {
  const { connectionString } = await createShellConnection(database.owner, { databaseId: database.id });
  const { username: user, password } = new URL(connectionString);
  expect(await attempt({ user, database: database.id }, decodeURIComponent(password))).toMatchObject({
    ...{ row: `${database.id} ${database.id}`, closeCode: 1000 },
  });
  expect(await attempt({ user, database: other.id }, decodeURIComponent(password))).toMatchObject({ code: "28P01" });
  expect(await attempt({ user }, decodeURIComponent(password))).toMatchObject({ code: "28P01" });
  await asRoot(`ALTER ROLE ${user} VALID UNTIL '2020-01-01'`);
  expect(await attempt({ user, database: database.id }, decodeURIComponent(password))).toMatchObject({ code: "28P01" });
});

it("a rotated password ends the connections that it opened, and opens none", async () => {
  const target = await hostedDatabase(service);
  const client = await ProtocolClient.open(server.url, { [ADDRESS]: newAddress() });
  client.send(frontend.startup({ user: target.id }), frontend.password(target.password));
  await client.until("Z");
  await rotateCredential(target.owner, { databaseId: target.id });
  expect(await client.ending()).toMatchObject({ code: "57P01", closeCode: 1011 });
  expect(await attempt({ user: target.id }, target.password)).toMatchObject({ code: "28P01" });
});
