import { Client, neonConfig, Pool } from "@neondatabase/serverless";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { asSuperuser, type HostingService, openHostingService } from "@/tests/support/databases";
import {
  type HostedDatabase,
  hostedDatabase,
  pointDriverAt,
  type SqlSocketServer,
  startSqlSockets,
} from "@/tests/support/sql-sockets";

let service: HostingService;
let server: SqlSocketServer;
let database: HostedDatabase;

beforeAll(async () => {
  service = await openHostingService();
  server = await startSqlSockets(service);
  database = await hostedDatabase(service);
  pointDriverAt(server);
});

afterAll(async () => {
  expect(server.logged).toEqual([]);
  await server.close();
  await service.close();
});

async function withClient<T>(work: (client: Client) => Promise<T>, options: object = {}): Promise<T> {
  const client = new Client({ connectionString: database.connectionString, ...options });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const rowsOf = (text: string, values: unknown[] = []) =>
  withClient(async (client) => (await client.query(text, values)).rows);

/** Returns each setting in a session with these options of the driver. */
const settings = (names: readonly string[], options: object = {}) =>
  withClient(async (client) => {
    const { rows } = await client.query(
      `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join(", ")}`,
    );
    return rows[0];
  }, options);

describe("Neon's driver, unchanged", () => {
  afterEach(() => {
    neonConfig.pipelineConnect = "password";
    pointDriverAt(server);
  });

  it.each([
    ["that waits for nothing", "password", "ws"],
    ["that waits for each answer", false, "ws"],
    ["with the WebSocket of Node itself", "password", "node"],
  ] as const)("%s signs in and queries", async (_name, pipelineConnect, webSocket) => {
    neonConfig.pipelineConnect = pipelineConnect;
    if (webSocket === "node") neonConfig.webSocketConstructor = globalThis.WebSocket;
    const rows = await rowsOf("select current_user as who, current_database() as name, 1 + $1::int as sum", [2]);
    expect(rows).toEqual([{ who: database.id, name: database.id, sum: 3 }]);
  });

  it("reads values of every kind as node-postgres does", async () => {
    const text = `select $1::text as text, $2::jsonb as json, $3::timestamptz as moment, $4::bytea as bytes,
      $5::int[] as list, 9007199254740993::int8 as large, null as nothing, 'NaN'::float8 as none`;
    const moment = new Date("2026-02-03T04:05:06.789Z");
    const bytes = Buffer.from([0, 1, 254, 255]);
    expect(await rowsOf(text, ["grüße 🌱", { a: [1, null] }, moment, bytes, [1, 2]])).toEqual([
      {
        text: "grüße 🌱",
        json: { a: [1, null] },
        moment,
        bytes,
        list: [1, 2],
        large: "9007199254740993",
        nothing: null,
        none: Number.NaN,
      },
    ]);
  });

  it("commits and rolls back transactions, and reports a failed one as such", async () => {
    await withClient(async (client) => {
      await client.query("create table kept (id int primary key)");
      await client.query("begin");
      await client.query("insert into kept values (1)");
      await client.query("savepoint here");
      await expect(client.query("insert into kept values (1)")).rejects.toMatchObject({ code: "23505" });
      await expect(client.query("select 1")).rejects.toMatchObject({ code: "25P02" });
      await client.query("rollback to here");
      await client.query("commit");
      await client.query("begin");
      await client.query("insert into kept values (2)");
      await client.query("rollback");
    });
    expect(await rowsOf("select id from kept order by id")).toEqual([{ id: 1 }]);
  });

  it("gets notifications in a session that listens, from another one", async () => {
    await withClient(async (listener) => {
      const heard = new Promise((resolve) => listener.on("notification", resolve));
      await listener.query("listen orders");
      await rowsOf("select pg_notify('orders', 'forty-two')");
      expect(await heard).toMatchObject({ channel: "orders", payload: "forty-two" });
    });
  });

  it("SQ-07: passes the fields of an error on, and the session goes on", async () => {
    await withClient(async (client) => {
      await client.query("create table priced (id int primary key, price int constraint positive check (price > 0))");
      await expect(client.query("select 1, missing from priced")).rejects.toMatchObject({
        code: "42703",
        position: "11",
      });
      await expect(client.query("insert into priced values (1, -1)")).rejects.toMatchObject({
        ...{ code: "23514", table: "priced", constraint: "positive", detail: "Failing row contains (1, -1)." },
      });
      await expect(client.query("select lenght('a')")).rejects.toMatchObject({
        ...{ code: "42883", hint: expect.stringContaining("explicit type casts") },
      });
      expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    });
  });

  it("takes and returns values and results of many megabytes", async () => {
    const large = "é".repeat(6 * 1024 ** 2);
    expect(await rowsOf("select md5($1) = md5(repeat('é', 6 * 1024 * 1024)) as same, $1 as value", [large])).toEqual([
      { same: true, value: large },
    ]);
    const rows = await rowsOf("select n, repeat('x', 100) as filler from generate_series(1, 200000) as n");
    expect(rows).toHaveLength(200_000);
    expect(rows.at(-1)).toMatchObject({ n: 200_000 });
  });

  it("runs several statements of one text", async () => {
    await withClient(async (client) => {
      const results = (await client.query("select 1 as a; select 2 as b")) as unknown as { rows: unknown[] }[];
      expect(results.map(({ rows }) => rows)).toEqual([[{ a: 1 }], [{ b: 2 }]]);
    });
  });

  it("has limits of time unless it asks for others", async () => {
    const names = ["statement_timeout", "idle_in_transaction_session_timeout", "application_name"];
    expect(await settings(names)).toMatchObject({
      statement_timeout: "30s",
      idle_in_transaction_session_timeout: "1min",
    });
    const asked = {
      statement_timeout: 1_500,
      idle_in_transaction_session_timeout: 5_000,
      application_name: "shop, näh",
    };
    expect(await settings(names, asked)).toMatchObject({
      ...{ statement_timeout: "1500ms", idle_in_transaction_session_timeout: "5s" },
      application_name: expect.stringMatching(/^shop, n/),
    });
    await expect(
      withClient((client) => client.query("select pg_sleep(60)"), { statement_timeout: 300 }),
    ).rejects.toMatchObject({ code: "57014" });
  });
});

describe("a pool of Neon's driver", () => {
  it("serves many queries at a time, and transactions beside them", async () => {
    const pool = new Pool({ connectionString: database.connectionString, max: 8 });
    try {
      await pool.query("create table counted (n int)");
      const numbers = Array.from({ length: 100 }, (_unused, n) => n);
      await Promise.all(numbers.map((n) => pool.query("insert into counted values ($1)", [n])));
      const client = await pool.connect();
      await client.query("begin");
      await client.query("delete from counted");
      expect((await pool.query("select count(*)::int as n from counted")).rows).toEqual([{ n: 100 }]);
      await client.query("rollback");
      client.release();
      expect((await pool.query("select sum(n)::int as n from counted")).rows).toEqual([{ n: 4_950 }]);
    } finally {
      await pool.end();
    }
  });

  it("2.6: hears once of a session that is ended from outside, idle, in a transaction or at work, and goes on", async () => {
    const pool = new Pool({ connectionString: database.connectionString, max: 1 });
    const heard: Error[] = [];
    pool.on("error", (error: Error) => heard.push(error));
    const end = (state: string) =>
      asSuperuser(service.cluster, "postgres", async (root) => {
        const ofRole = "from pg_stat_activity where usename = $1 and state = $2";
        await expect.poll(async () => (await root.query(`select ${ofRole}`, [database.id, state])).rowCount).toBe(1);
        await root.query(`select pg_terminate_backend(pid, 5000) ${ofRole}`, [database.id, state]);
      });
    const answers = async () => expect((await pool.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
    try {
      await answers();
      await end("idle");
      await expect.poll(() => heard).toMatchObject([{ code: "57P01" }]);
      await answers();
      for (const [text, state] of [
        ["begin", "idle in transaction"],
        ["select pg_sleep(100)", "active"],
      ] as const) {
        const client = await pool.connect();
        const lost = new Promise<Error>((resolve) => client.on("error", resolve));
        const asked = client.query(text).then(
          () => null,
          (error) => error,
        );
        await end(state);
        expect((await asked) ?? (await lost)).toMatchObject({ code: "57P01" });
        client.release(true);
        await answers();
      }
      expect(heard).toHaveLength(1);
    } finally {
      await pool.end();
    }
  });

  it("SQ-03: a connection leaves nothing to the next one: no transaction, setting, table, lock, statement or channel", async () => {
    const left = `select current_setting('work_mem') as memory, to_regclass('pg_temp.mine') as mine,
      (select count(*)::int from pg_prepared_statements) as prepared, (select count(*)::int from pg_listening_channels()) as channels,
      pg_try_advisory_lock(7) as free`;
    await withClient(async (client) => {
      await client.query(
        "set work_mem = '9MB'; create temp table mine (a int); prepare again as select 1; listen mine",
      );
      await client.query("select pg_advisory_lock(7)");
      await client.query("begin; create table never (a int)");
    });
    await expect
      .poll(async () => (await rowsOf(left))[0])
      .toEqual({
        ...{ memory: expect.not.stringContaining("9MB"), mine: null, prepared: 0, channels: 0, free: true },
      });
    expect(await rowsOf("select to_regclass('never') as never")).toEqual([{ never: null }]);
  });
});
