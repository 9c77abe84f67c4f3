import { type Client, DatabaseError } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PostgresHost } from "@/lib/infra/postgres-host/postgres-host";
import { ended, GuardedHost } from "@/tests/support/guarded-host";

let host: GuardedHost;
let neighbour: string;
/** Every attack has a database of its own, since one whose sessions end again and again is closed. */
const letters = [..."abcdefgh"];
const newAttacker = () => host.addDatabase(letters.shift() ?? "");

beforeAll(async () => {
  host = await GuardedHost.start();
  await host.guard();
  neighbour = await host.addDatabase("n");
});
afterAll(() => host.stop());

/** Runs an attack beside a neighbour's session, until the attacker's session was ended. */
async function untilEnded(attacker: string, attack: (client: Client) => Promise<unknown>): Promise<void> {
  const bystander = await host.connect(neighbour);
  const client = await host.connect(attacker);
  const gone = ended(client);
  await attack(client).catch((error) => expect(error).toBeInstanceOf(Error));
  await gone;
  expect((await bystander.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await bystander.end();
}

const eventsOf = async (id: string) => (await host.events()).filter(({ databaseId }) => databaseId === id);

async function makeAndDropDatabase(): Promise<void> {
  const provisioner = new PostgresHost({ provisionerUrl: host.cluster.url, sharesBlocks: false, onError: () => {} });
  const id = `db_${"m".repeat(20)}`;
  try {
    await provisioner.withLock([id], async (session) => {
      await session.ensureDatabase(id);
      await session.dropDatabase(id);
    });
  } finally {
    await provisioner.close();
  }
}

describe("PG-12, RF-18: a session that fills the lock table", () => {
  it.each([
    ["advisory locks", "SELECT count(pg_advisory_lock(g)) FROM generate_series(1, 1000000) AS g"],
    ["advisory locks without waiting", "SELECT count(pg_try_advisory_lock(g)) FROM generate_series(1, 400000) AS g"],
  ])("ends: %s", async (_, statement) => {
    const attacker = await newAttacker();
    await untilEnded(attacker, (client) => client.query(statement));
    await expect
      .poll(() => eventsOf(attacker))
      .toEqual([expect.objectContaining({ rule: "lock-table", act: "ended_session" })]);
    await makeAndDropDatabase();
    await (await host.connect(neighbour)).end();
  });

  // A composite type is locked as a table is, and made many times faster, since it has no file. The session then waits
  // with its locks: a transaction that was over before the guard looked would have released them by itself.
  it("ends when the locks are those of relations, too", async () => {
    const attacker = await newAttacker();
    await untilEnded(attacker, async (client) => {
      await client.query("BEGIN");
      await client.query(
        `DO $$ BEGIN FOR i IN 1..60000 LOOP EXECUTE format('CREATE TYPE t%s AS ()', i); END LOOP; END $$`,
      );
      await client.query("SELECT pg_sleep(600)");
    });
    await expect
      .poll(() => eventsOf(attacker))
      .toEqual([expect.objectContaining({ rule: "lock-table", act: "ended_session" })]);
  });

  it("is closed for some minutes when its sessions come back and do it again", async () => {
    const attacker = await newAttacker();
    const statement = "SELECT count(pg_advisory_lock(g)) FROM generate_series(1, 1000000) AS g";
    for (let time = 0; time < 3; time++) await untilEnded(attacker, (client) => client.query(statement));
    await expect.poll(() => eventsOf(attacker)).toContainEqual(expect.objectContaining({ act: "closed" }));
    await expect(host.connect(attacker)).rejects.toMatchObject({ code: "28000" });
    const [row] = (await host.root.query("SELECT state, rule, until > now() AS ends FROM host_guard.restriction")).rows;
    expect(row).toEqual({ state: "closed", rule: "lock-table", ends: true });
  });
});

describe("PG-12: a full NOTIFY queue", () => {
  it("is emptied for everybody, and the session that keeps it full ends", async () => {
    const attacker = await newAttacker();
    const listener = await host.connect(attacker);
    await listener.query("SET idle_in_transaction_session_timeout = 0");
    await listener.query("LISTEN orders");
    await listener.query("BEGIN");
    await listener.query("SELECT 1");
    const gone = ended(listener);
    const sender = await host.connect(attacker);
    const flood = sender.query(
      `DO $$ BEGIN FOR i IN 1..200000 LOOP PERFORM pg_notify('orders', i || repeat('x', 7900)); IF i % 100 = 0 THEN COMMIT; END IF; END LOOP; END $$`,
    );
    await flood.catch((error) => expect(error).toBeInstanceOf(DatabaseError));
    await gone;
    const app = await host.connect(neighbour);
    const notify = () =>
      app.query("NOTIFY orders, 'mine'").then(
        () => "sent",
        (error) => error.code,
      );
    await expect.poll(notify).toBe("sent");
    await expect
      .poll(() => eventsOf(attacker))
      .toContainEqual(expect.objectContaining({ rule: "notify-queue", act: "ended_session" }));
  });

  it("is emptied after everybody who filled it has left", async () => {
    const attacker = await newAttacker();
    const listener = await host.connect(attacker);
    await listener.query("LISTEN orders");
    await listener.query("BEGIN");
    await listener.query("SELECT 1");
    const sender = await host.connect(attacker);
    await sender.query("SELECT count(pg_notify('orders', g || repeat('x', 7900))) FROM generate_series(1, 100) AS g");
    await Promise.all([listener.end(), sender.end()]);
    const used = async () =>
      (await host.root.query("SELECT count(*)::int AS pages FROM pg_ls_dir('pg_notify')")).rows[0].pages;
    await expect.poll(used).toBeLessThan(3);
  });
});

describe("PG-12: memory and temporary files", () => {
  it("ends the session whose temporary files are too many, with others of its database", async () => {
    const attacker = await newAttacker();
    const sort = `SET work_mem = '64kB'; SELECT count(*) FROM (SELECT repeat('x', 1000) || g AS t FROM generate_series(1, 900000) AS g ORDER BY t OFFSET 1) AS s; SELECT pg_sleep(100)`;
    const clients = await Promise.all([1, 2, 3].map(() => host.connect(attacker)));
    const first = Promise.race(clients.map(ended));
    const runs = clients.map((client) => client.query(sort).catch((error: Error) => error));
    await first;
    await expect
      .poll(() => eventsOf(attacker))
      .toContainEqual(expect.objectContaining({ rule: "temporary-space", act: "ended_session" }));
    await Promise.all(clients.map((client) => client.end()));
    await Promise.all(runs);
  });
});
