import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WrittenJson } from "@/lib/core/written-json";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import type { ChangeSubscription } from "@/lib/services/realtime/changes/feed/subscription";
import { openOutboxSession, SESSION_NAMES } from "@/lib/services/realtime/changes/outbox/open";
import { asSuperuser } from "@/tests/support/databases";
import { listener, openRealtime, type TestRealtime } from "@/tests/support/published-tables";

let realtime: TestRealtime;
let feed: ChangeFeed;

beforeAll(async () => {
  realtime = await openRealtime();
  feed = new ChangeFeed(await realtime.service.worker());
  await realtime.run("create table notes (id int primary key, owner_id text, body text, size bigint)");
  await realtime.publish("notes", "anyone");
});

afterAll(async () => {
  await feed.close();
  await realtime.close();
});

type Asked = Partial<ChangeSubscription> & { user?: string; in?: ChangeFeed };

async function subscribe({ user, in: from = feed, ...asked }: Asked = {}) {
  const told = listener();
  const { databaseId: id, projectId } = realtime;
  const who = { userId: user ?? null, claims: user === undefined ? {} : { sub: user } };
  const database = { id, hostId: realtime.service.hostId };
  const open = await from.subscribe({ projectId, database, who, table: "notes", ...asked }, told.sink);
  return { ...told, ...open };
}

const events = (told: { events: string[] }) => expect.poll(() => told.events, { interval: 5 });

describe("a subscription", () => {
  it("is told every later commit, the changes of a transaction together and in order", async () => {
    const told = await subscribe();
    await realtime.run(
      "begin; insert into notes (id) values (1), (2); update notes set body = 'x' where id = 2; commit",
    );
    await realtime.run("begin; insert into notes (id) values (3); rollback");
    await realtime.run("delete from notes where id = 1");
    await events(told).toEqual([
      'insert {"id":1,"owner_id":null,"body":null,"size":null}',
      'insert {"id":2,"owner_id":null,"body":null,"size":null}',
      'update {"id":2,"owner_id":null,"body":"x","size":null}',
      'delete {"id":1}',
    ]);
    expect(told.batches.map(({ changes }) => changes.length)).toEqual([3, 1]);
    expect(told.batches[0]?.changes[2]).toEqual({
      table: "public.notes",
      op: "update",
      new: { id: 2, owner_id: null, body: "x", size: null },
      old: { id: 2 },
      committedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
    });
    told.close();
    await realtime.run("delete from notes");
  });

  it("has the columns it asked for, exact numbers, and values that are too large by name", async () => {
    const told = await subscribe({ columns: ["size", "body"] });
    await realtime.run("insert into notes values (1, 'a', repeat('x', 70000), 9007199254740993)");
    await realtime.run("update notes set body = 'y'; delete from notes");
    await expect
      .poll(() => told.batches.flatMap(({ changes }) => changes))
      .toMatchObject([
        { op: "insert", new: { size: "9007199254740993" }, omitted: ["body"] },
        { op: "update", new: { size: "9007199254740993", body: "y" }, old: { id: 1, size: "9007199254740993" } },
        { op: "delete", old: { id: 1, body: "y", size: "9007199254740993" } },
      ]);
    told.close();
  });

  it("is told only of rows that its filter fits, and of their coming and going", async () => {
    const told = await subscribe({ filter: [{ column: "size", op: "gte", value: "10" }], columns: ["size"] });
    const inserts = await subscribe({ events: ["insert"], filter: [{ column: "id", op: "in", value: [1, 3] }] });
    await realtime.run("insert into notes (id, size) values (1, 9), (2, 10)");
    await realtime.run("update notes set size = size + 1");
    await realtime.run("update notes set size = 0");
    await events(told).toEqual([
      'insert {"size":"10"}',
      'insert {"size":"10"}',
      'update {"size":"11"}',
      'delete {"id":1,"size":"10"}',
      'delete {"id":2,"size":"11"}',
    ]);
    expect(inserts.events).toEqual(['insert {"id":1,"owner_id":null,"body":null,"size":"9"}']);
    told.close();
    inserts.close();
    await realtime.run("delete from notes");
  });

  it.each([
    [{ table: "missing" }, "not_found"],
    [{ filter: [{ column: "nothing", op: "eq", value: 1 }] }, "invalid_request"],
    [{ filter: [{ column: "size", op: "eq", value: "ten" }] }, "invalid_request"],
    [{ filter: [{ column: "body", op: "lt", value: "a" }] }, "invalid_request"],
    [{ filter: [{ column: "id", op: "in", value: 1 }] }, "invalid_request"],
    [{ filter: [{ column: "id", op: "is", value: 1 }] }, "invalid_request"],
    [{ columns: ["nothing"] }, "invalid_request"],
  ] as [Asked, string][])("is refused for %j", async (asked, code) => {
    await expect(subscribe(asked)).rejects.toMatchObject({ code });
  });

  it("RT-04: is refused a filter or a column that users may not read, and never told of one", async () => {
    await realtime.run(
      `create table accounts (id int primary key, owner_id text, secret text);
      create role_less as select 1`.replace("create role_less as select 1", "select 1"),
    );
    await realtime.publish("accounts", "signed-in");
    await realtime.run(
      "revoke select on accounts from app_users; grant select (id, owner_id) on accounts to app_users",
    );
    await realtime.publish("accounts", "signed-in");
    const asked = { table: "accounts", user: "usr_a" };
    const filter: Asked["filter"] = [{ column: "secret", op: "eq", value: "x" }];
    await expect(subscribe({ ...asked, filter })).rejects.toMatchObject({ code: "invalid_request" });
    await expect(subscribe({ ...asked, columns: ["secret"] })).rejects.toMatchObject({ code: "invalid_request" });
    const told = await subscribe(asked);
    await realtime.run("insert into accounts values (1, 'usr_a', 's3cret')");
    await events(told).toEqual(['insert {"id":1,"owner_id":"usr_a"}']);
    await realtime.run("revoke select (owner_id) on accounts from app_users");
    await realtime.run("update accounts set secret = 'x'");
    await events(told).toEqual(['insert {"id":1,"owner_id":"usr_a"}', 'update {"id":1}']);
    told.close();
  });

  it("ends when its table is no longer published, or dropped", async () => {
    await realtime.run("create table passing (id int primary key)");
    for (const end of ["select coppice_realtime.unpublish('passing')", "drop table passing"]) {
      await realtime.publish("passing", "anyone");
      const told = await subscribe({ table: "passing" });
      await realtime.run(end);
      await realtime.run("insert into notes (id) values (50); delete from notes");
      await events(told).toEqual(["error not_found"]);
    }
  });

  it("RT-08: is told of a large statement and a TRUNCATE as gaps", async () => {
    const told = await subscribe();
    await realtime.run("insert into notes (id) select generate_series(1, 20000)");
    await events(told).toEqual(["gap bulk"]);
    await realtime.run("truncate notes");
    await events(told).toEqual(["gap bulk", "gap bulk"]);
    await realtime.run("insert into notes (id) values (1); delete from notes");
    await expect.poll(() => told.events.length).toBe(4);
    told.close();
  });

  it("RT-08: misses nothing of a transaction that was open while others came and went", async () => {
    const told = await subscribe({ columns: ["body"] });
    const slow = await realtime.session();
    await slow.query("begin; insert into notes (id, body) values (100, 'slow')");
    for (const id of [101, 102]) {
      await realtime.run(`insert into notes (id, body) values (${id}, 'quick ${id}')`);
      await expect.poll(() => told.events.at(-1)).toBe(`insert {"body":"quick ${id}"}`);
    }
    await slow.query("commit");
    await expect.poll(() => told.events.at(-1)).toBe('insert {"body":"slow"}');
    expect(told.events).toHaveLength(3);
    await slow.end();
    told.close();
    await realtime.run("delete from notes");
  });

  it("RT-08: has the changes of a transaction that was open while later ones were read and trimmed, or a gap for them", async () => {
    const told = await subscribe({ columns: ["body"] });
    const age = (rows: string) => `update coppice_realtime.change set at = now() - interval '1 hour' where ${rows}`;
    const trim = "select coppice_realtime.trim()::text as last";
    const write = (id: number, body: string) => `insert into notes (id, body) values (${id}, '${body}')`;
    const isTold = (...events: string[]) => expect.poll(() => events.includes(told.events.at(-1) ?? "")).toBe(true);
    for (const [id, slow] of ["whole", "trimmed"].entries()) {
      const session = await realtime.session();
      await session.query(`begin; ${write(400 + id, slow)}`);
      await realtime.run(write(410 + id, "quick"));
      await isTold('insert {"body":"quick"}');
      await realtime.run(age("true"));
      // Nothing is trimmed while the reader does so itself.
      await expect.poll(() => realtime.run(trim)).not.toEqual([{ last: null }]);
      await isTold("gap overflow");
      await realtime.run(write(420 + id, "later"));
      await isTold('insert {"body":"later"}');
      if (slow === "trimmed") await session.query(`${age("xid = pg_current_xact_id()")}; ${trim}`);
      await session.query("commit");
      await session.end();
      await isTold(`insert {"body":"${slow}"}`, "gap overflow");
      if (slow === "whole") expect(told.events.at(-1)).toBe('insert {"body":"whole"}');
    }
    told.close();
    await realtime.run("delete from notes");
  });

  it("RT-08: is told of each row that COPY wrote", async () => {
    const told = await subscribe({ columns: ["body"] });
    const database = { id: realtime.databaseId, hostId: realtime.service.hostId };
    const session = await openOutboxSession(realtime.owner, database, { applicationName: SESSION_NAMES.setUp });
    async function* rows() {
      yield Buffer.from("200\tone\n201\ttwo\n");
    }
    expect(await session.copyIn("COPY public.notes (id, body) FROM STDIN", rows(), () => undefined)).toBe(2);
    await session.close();
    await events(told).toEqual(['insert {"body":"one"}', 'insert {"body":"two"}']);
    told.close();
    await realtime.run("delete from notes");
  });

  it.each([
    ["old", "update coppice_realtime.change set at = now() - interval '1 hour'"],
    ["too many", "select setval('coppice_realtime.change_id_seq', 1000000)"],
  ])("RT-08: has a gap for rows that were trimmed as %s before they were read", async (_why, age) => {
    const told = await subscribe({ columns: ["body"] });
    await realtime.run(`begin; insert into notes (id, body) values (300, 'lost'); ${age};
      select coppice_realtime.trim(); commit`);
    await events(told).toEqual(["gap overflow"]);
    await realtime.run("insert into notes (id, body) values (301, 'next')");
    await expect.poll(() => told.events.at(-1)).toBe('insert {"body":"next"}');
    told.close();
    await realtime.run("delete from notes");
  });

  it("is told each commit of many writers once, in an order that each writer's has", async () => {
    const told = await subscribe({ columns: ["id", "body"] });
    const writers = 6;
    const each = 40;
    const write = async (writer: number) => {
      const client = await realtime.session();
      for (let n = 1; n <= each; n += 1) {
        await client.query("begin");
        await client.query("insert into notes (id, body) values ($1, $2)", [writer * 1_000 + n, `${writer}`]);
        await client.query(n % 5 === 0 ? "rollback" : "commit");
      }
      await client.end();
    };
    await Promise.all(Array.from({ length: writers }, (_, index) => write(index + 1)));
    await expect.poll(() => told.events.length).toBe(writers * each * 0.8);
    const rows = told.batches.flatMap(({ changes }) => changes.map((one) => one.new ?? {}));
    for (let writer = 1; writer <= writers; writer += 1) {
      const ids = rows.filter(({ body }) => body === `${writer}`).map(({ id }) => Number(id));
      expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    }
    told.close();
    await realtime.run("delete from notes");
  });

  it("hears the messages that a transaction sends", async () => {
    const heard: unknown[] = [];
    const database = { id: realtime.databaseId, hostId: realtime.service.hostId };
    const stop = await feed.listen(database, {
      hear: (message) => void heard.push(message),
      lose: () => {},
      end: () => {},
    });
    await realtime.run(`begin; select coppice_realtime.send('a', 'b', '1'); rollback`);
    await realtime.run(`select coppice_realtime.send('room:1', 'ping', '{"n": 1}')`);
    await expect
      .poll(() => heard)
      .toEqual([{ id: expect.any(String), topic: "room:1", event: "ping", payload: new WrittenJson('{"n": 1}') }]);
    stop();
  });

  it("leaves no session behind when nobody subscribes", async () => {
    const sessions = () =>
      asSuperuser(realtime.service.cluster, "postgres", async (client) => {
        const text =
          "select pid from pg_stat_activity where datname = $1 and application_name like 'coppice realtime%'";
        return (await client.query(text, [realtime.databaseId])).rows;
      });
    const [one, two] = [await subscribe(), await subscribe()];
    expect(await sessions()).toHaveLength(1);
    one.close();
    expect(await sessions()).toHaveLength(1);
    two.close();
    await expect.poll(sessions).toEqual([]);
    const again = await subscribe();
    expect(await sessions()).toHaveLength(1);
    again.close();
  });
});
