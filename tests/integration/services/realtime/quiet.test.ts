import type pg from "pg";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import { SHAPE } from "@/lib/services/realtime/changes/outbox/shape";
import { OUTBOX_VERSION } from "@/lib/services/realtime/changes/outbox/statements";
import { QUIET_CHANNEL } from "@/lib/services/realtime/changes/outbox/wake-statement";
import { asSuperuser } from "@/tests/support/databases";
import { addRealtimeProject, listener, openRealtime, type TestRealtime } from "@/tests/support/published-tables";

/** Far beyond the end of the tests: nothing is found by looking. */
const NEVER_MS = 3_600_000;
const QUIET = "hashtextextended('coppice_realtime.quiet', 0)";
const patient = { interval: 10 };

let realtime: TestRealtime;
let project: Omit<TestRealtime, "close">;
const atEnd: (() => unknown)[] = [];

beforeAll(async () => {
  realtime = await openRealtime();
  return () => realtime.close();
});

afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end();
});

async function follow(quietLookMs = NEVER_MS) {
  const feed = new ChangeFeed(await realtime.service.worker(), { quietLookMs });
  atEnd.push(() => feed.close());
  const told = listener();
  const database = { id: project.databaseId, hostId: realtime.service.hostId };
  const asked = { projectId: project.projectId, database, who: { userId: null, claims: {} }, table: "notes" };
  await feed.subscribe(asked, told.sink);
  return { told, feed };
}

async function makeProject(): Promise<void> {
  project = await addRealtimeProject(realtime.service, realtime.organisation);
  await project.run("create table notes (id int primary key)");
  await project.publish("notes", "anyone");
}

async function customer(): Promise<pg.Client> {
  const session = await project.session();
  atEnd.push(() => session.end());
  return session;
}

/** The backends that hold the lock alone. */
async function holders(): Promise<number[]> {
  const rows = await asSuperuser(realtime.service.cluster, "postgres", async (client) => {
    const text = `select pid from pg_locks join pg_database as d on d.oid = database
      where locktype = 'advisory' and mode = 'ExclusiveLock' and granted and datname = $1
        and (classid::bigint << 32 | objid::bigint) = ${QUIET}`;
    return (await client.query<{ pid: number }>(text, [project.databaseId])).rows;
  });
  return rows.map(({ pid }) => pid);
}

/**
 * Returns a function that gives the channels of the notifications since it was asked last: those of all that has
 * committed by now.
 */
async function hearNotifications(): Promise<() => Promise<string[]>> {
  const witness = await customer();
  const heard: string[] = [];
  witness.on("notification", ({ channel }) => void heard.push(channel));
  await witness.query(`listen ${QUIET_CHANNEL}; listen probe`);
  return async () => {
    await witness.query("notify probe");
    // PostgreSQL delivers in the order of commits.
    await expect.poll(() => heard.at(-1), patient).toBe("probe");
    return heard.splice(0).slice(0, -1);
  };
}

const untilQuiet = () => expect.poll(holders, patient).toHaveLength(1);
const insert = (id: number) => project.run(`insert into notes values (${id})`);
const inserted = (...ids: number[]) => ids.map((id) => `insert {"id":${id}}`);

describe("a reader that relies on writers", () => {
  it("is woken by each statement, a TRUNCATE and a message, and goes back to sleep", async () => {
    await makeProject();
    const { told, feed } = await follow();
    const heard: string[] = [];
    const database = { id: project.databaseId, hostId: realtime.service.hostId };
    await feed.listen(database, { hear: ({ event }) => void heard.push(event), lose: () => {}, end: () => {} });
    const steps = [
      ["insert into notes values (1)", 'insert {"id":1}'],
      ["update notes set id = 2", 'update {"id":2}'],
      ["insert into notes select generate_series(3, 5)", 'insert {"id":5}'],
      ["delete from notes where id = 2", 'delete {"id":2}'],
      ["truncate notes", "gap bulk"],
    ] as const;
    for (const [text, event] of steps) {
      await untilQuiet();
      await project.run(text);
      await expect.poll(() => told.events.at(-1), patient).toBe(event);
    }
    await untilQuiet();
    await project.run("select coppice_realtime.send('room:1', 'ping', '1')");
    await expect.poll(() => heard, patient).toEqual(["ping"]);
  });

  it("doesn't rely on them while a transaction is open that has written, also behind a savepoint", async () => {
    await makeProject();
    const writer = await customer();
    await writer.query("begin; insert into notes values (1); savepoint a; insert into notes values (2); rollback to a");
    const { told } = await follow();
    await insert(3);
    await expect.poll(() => told.events, patient).toEqual(inserted(3));
    await writer.query("commit");
    await expect.poll(() => told.events, patient).toEqual(inserted(3, 1));
  });

  it("is woken by a writer that began in an earlier quiet time, and whose first attempt was rolled back", async () => {
    await makeProject();
    const { told } = await follow();
    await untilQuiet();
    const writer = await customer();
    await writer.query("begin; savepoint a; insert into notes values (9); rollback to a; insert into notes values (1)");
    await insert(2);
    await expect.poll(() => told.events, patient).toEqual(inserted(2));
    await untilQuiet();
    await writer.query("commit");
    await expect.poll(() => told.events, patient).toEqual(inserted(2, 1));
  });

  it("misses nothing of many writers that begin at once", async () => {
    await makeProject();
    const { told } = await follow();
    const [writers, each] = [8, 25];
    const sessions = await Promise.all(Array.from({ length: writers }, customer));
    for (let round = 0; round < 2; round += 1) {
      await untilQuiet();
      const write = async (session: pg.Client, writer: number) => {
        const first = (round * writers + writer) * each;
        for (let n = first; n < first + each; n += 1) await session.query("insert into notes values ($1)", [n]);
      };
      await Promise.all(sessions.map(write));
      await expect.poll(() => told.events.length, patient).toBe((round + 1) * writers * each);
    }
    expect(new Set(told.events).size).toBe(2 * writers * each);
  });

  it("makes writers notify only then", async () => {
    await makeProject();
    const { told } = await follow();
    const heard = await hearNotifications();
    const writer = await customer();
    await untilQuiet();
    await writer.query("begin; insert into notes values (1)");
    await insert(2);
    await expect.poll(() => told.events, patient).toEqual(inserted(2));
    expect(await heard()).toContain(QUIET_CHANNEL);
    // A writer that holds the lock keeps the reader awake.
    await expect.poll(holders, patient).toEqual([]);
    await writer.query("commit; begin; insert into notes values (3)");
    await expect.poll(() => told.events, patient).toEqual(inserted(2, 1));
    await heard();
    await insert(4);
    await expect.poll(() => told.events, patient).toEqual(inserted(2, 1, 4));
    expect(await heard()).toEqual([]);
    await writer.query("rollback");
  });
});

describe("several processes that read one database", () => {
  it("are all told, and one takes the place of another that ends", async () => {
    await makeProject();
    const readers = [await follow(), await follow(), await follow()];
    const events = () => readers.map(({ told }) => told.events);
    await untilQuiet();
    await insert(1);
    await expect.poll(events, patient).toEqual(readers.map(() => inserted(1)));
    await untilQuiet();
    const [pid] = await holders();
    await asSuperuser(realtime.service.cluster, "postgres", (client) =>
      client.query("select pg_terminate_backend($1, 5000)", [pid]),
    );
    await untilQuiet();
    await insert(2);
    const changes = () => events().map((each) => each.filter((one) => one.startsWith("insert")));
    await expect.poll(changes, patient).toEqual(readers.map(() => inserted(1, 2)));
    expect(events().flat()).not.toContain("gap access");
  });
});

describe("RT-09: a customer who harms the quiet time", () => {
  it("by holding the lock, is told nevertheless", async () => {
    await makeProject();
    const { told } = await follow();
    await untilQuiet();
    await insert(1);
    await expect.poll(() => told.events, patient).toEqual(inserted(1));
    const greedy = await customer();
    await greedy.query(`select pg_advisory_lock(${QUIET})`);
    await insert(2);
    await greedy.query("insert into notes values (3)");
    await expect.poll(() => told.events, patient).toEqual(inserted(1, 2, 3));
    await greedy.query(`select pg_advisory_unlock(${QUIET}); select pg_advisory_lock_shared(${QUIET})`);
    await insert(4);
    await expect.poll(() => told.events, patient).toEqual(inserted(1, 2, 3, 4));
  });

  it("by writing past the triggers, is told when the reader looks by itself", async () => {
    await makeProject();
    const { told } = await follow(100);
    await untilQuiet();
    await project.run(`insert into coppice_realtime.change (table_schema, table_name, op, new, shape)
      select 'public', 'notes', 'insert', '{"id": 1}', ${SHAPE} from coppice_realtime.published`);
    await expect.poll(() => told.events, patient).toEqual(inserted(1));
  });
});

describe("a neighbour who fills the cluster's queue of notifications", () => {
  it("fails no writer, whose change is found when the reader looks by itself", async () => {
    await makeProject();
    const neighbour = await customer();
    await neighbour.query("listen never_read");
    await neighbour.query("begin");
    await makeProject();
    const { told } = await follow(100);
    const filling = await customer();
    const text = "select pg_notify('never_read', rpad(n::text, 7000)) from generate_series(1, 500) as n";
    const fill = async (): Promise<unknown> => {
      for (;;) await filling.query(text);
    };
    await expect(fill()).rejects.toThrow(/too many notifications/);
    await untilQuiet();
    await insert(1);
    await expect.poll(() => told.events, patient).toEqual(inserted(1));
  });
});

describe("an outbox of an earlier version", () => {
  it("wakes the reader once one reads it, and records the transactions that were open meanwhile", async () => {
    await makeProject();
    await project.run(`create or replace function coppice_realtime.record() returns trigger language plpgsql as $$
      begin
        insert into coppice_realtime.change (table_schema, table_name, op, new)
          select tg_table_schema, tg_table_name, 'insert', to_jsonb(new_rows.*) from new_rows;
        return null;
      end $$;
      update coppice_realtime.state set version = 1`);
    const writer = await customer();
    await writer.query("insert into notes values (1)");
    const { told } = await follow();
    expect(await project.run("select version from coppice_realtime.state")).toEqual([{ version: OUTBOX_VERSION }]);
    await untilQuiet();
    await writer.query("insert into notes values (2)");
    await expect.poll(() => told.events, patient).toEqual(inserted(2));
  });

  it("is brought up to date by one of several readers that come at once", async () => {
    await makeProject();
    await project.run("update coppice_realtime.state set version = 1");
    const readers = await Promise.all([follow(), follow(), follow()]);
    await insert(1);
    for (const { told } of readers) await expect.poll(() => told.events, patient).toEqual(inserted(1));
  });
});
