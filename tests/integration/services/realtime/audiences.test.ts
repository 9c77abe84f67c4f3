import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import { addRealtimeProject, listener, openRealtime, type TestRealtime } from "@/tests/support/published-tables";

let realtime: TestRealtime;
let feed: ChangeFeed;

beforeAll(async () => {
  realtime = await openRealtime();
  // Longer than anything but a policy that sleeps takes on a busy machine.
  feed = new ChangeFeed(await realtime.service.worker(), { policyMs: 10_000 });
});

afterAll(async () => {
  await feed.close();
  await realtime.close();
});

const USERS = ["usr_a", "usr_b", null] as const;
type User = (typeof USERS)[number];

async function subscribe(table: string, userId: User, told = listener()) {
  const { databaseId: id, projectId } = realtime;
  const who = { userId, claims: { sub: userId } };
  const database = { id, hostId: realtime.service.hostId };
  const open = await feed.subscribe({ projectId, database, who, table, columns: ["id"] }, told.sink);
  return { ...told, ...open };
}

describe("RT-02: the audience", () => {
  const TABLES: [string, string, string][] = [
    ["an owner column", "owned", "owner:owner_id"],
    ["a policy that compares the user's id", "policed", "rls"],
    ["a policy with a subquery", "queried", "rls"],
    ["a policy by a claim", "claimed", "rls"],
  ];

  beforeAll(async () => {
    await realtime.run("create table probes (id serial primary key)");
    await realtime.publish("probes", "anyone");
    await realtime.run(`create table members (user_id text, room int);
      insert into members values ('usr_a', 1), ('usr_b', 2); grant select on members to app_users`);
    for (const [, table, audience] of TABLES) {
      await realtime.run(`create table ${table} (id int primary key, owner_id varchar(40), room int, note text);
        alter table ${table} enable row level security`);
      if (audience !== "rls") await realtime.publish(table, audience);
    }
    await realtime.publish("policed", "rls");
    await realtime.run(`create policy own on policed using (owner_id = coppice.user_id());
      create policy rooms on queried for select to app_users using (exists (
        select from members where user_id = coppice.user_id() and members.room = queried.room));
      create policy by_claim on claimed using (owner_id = coppice.claims() ->> 'sub');
      create policy no_nines on claimed as restrictive using (id <> 9)`);
    await realtime.publish("queried", "rls");
    await realtime.publish("claimed", "rls");
  });

  it.each(TABLES)(
    "with %s, each user sees the rows that a SELECT would, and rows that come and go",
    async (_, table) => {
      const [a, b] = [await subscribe(table, "usr_a"), await subscribe(table, "usr_b")];
      const visitor = listener();
      const isTaken = await subscribe(table, null, visitor).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: "missing_permission" });
          return false;
        },
      );
      // Only the database knows for whom such a policy holds.
      expect(isTaken).toBe(table === "queried" || table === "claimed");
      await realtime.run(`insert into ${table} values (1, 'usr_a', 1), (2, 'usr_b', 2), (3, null, 3)`);
      await realtime.run(`update ${table} set note = 'x'`);
      await realtime.run(`update ${table} set owner_id = 'usr_b', room = 2 where id = 1`);
      for (const id of [1, 2, 3]) await realtime.run(`delete from ${table} where id = ${id}`);
      await expect.poll(() => a.events).toEqual(['insert {"id":1}', 'update {"id":1}', 'delete {"id":1}']);
      await expect
        .poll(() => b.events)
        .toEqual(['insert {"id":2}', 'update {"id":2}', 'insert {"id":1}', 'delete {"id":1}', 'delete {"id":2}']);
      a.close();
      b.close();
    },
  );

  it("a restrictive policy hides rows that a permissive one shows", async () => {
    const a = await subscribe("claimed", "usr_a");
    await realtime.run("insert into claimed values (9, 'usr_a', 1), (8, 'usr_a', 1)");
    await expect.poll(() => a.events).toEqual(['insert {"id":8}']);
    a.close();
    await realtime.run("delete from claimed");
  });

  it("a policy that is changed holds from the next change on", async () => {
    const [a, b] = [await subscribe("policed", "usr_a"), await subscribe("policed", "usr_b")];
    await realtime.run("insert into policed values (1, 'usr_a')");
    await expect.poll(() => a.events).toEqual(['insert {"id":1}']);
    await realtime.run("alter policy own on policed using (owner_id <> coppice.user_id())");
    await realtime.run("insert into policed values (2, 'usr_a')");
    await expect.poll(() => b.events).toEqual(['insert {"id":2}']);
    await realtime.run(
      "create or replace function coppice.user_id() returns text language sql stable as $$select 'usr_b'$$",
    );
    await realtime.run("alter policy own on policed using (owner_id = coppice.user_id())");
    await realtime.run("insert into policed values (3, 'usr_b')");
    await expect
      .poll(() => [a.events, b.events])
      .toEqual([
        ['insert {"id":1}', 'insert {"id":3}'],
        ['insert {"id":2}', 'insert {"id":3}'],
      ]);
    await realtime.run("update coppice_realtime.state set version = 0");
    await realtime.publish("policed", "rls");
    await realtime.run("alter table policed disable row level security; insert into policed values (4, 'usr_a')");
    const ended = "error not_found";
    await expect.poll(() => [a.events.at(-1), b.events.at(-1)]).toEqual([ended, ended]);
    await expect(subscribe("policed", "usr_a")).rejects.toMatchObject({ code: "not_found" });
  });

  it("an audience that is narrowed ends the subscriptions of visitors", async () => {
    await realtime.run("create table news (id int primary key)");
    await realtime.publish("news", "anyone");
    const [visitor, user] = [await subscribe("news", null), await subscribe("news", "usr_a")];
    await realtime.publish("news", "signed-in");
    await realtime.run("insert into news values (1)");
    await expect.poll(() => user.events).toEqual(['insert {"id":1}']);
    await expect.poll(() => visitor.events).toEqual(["error missing_permission"]);
    user.close();
  });

  it("another project's users are told nothing, though the tables have the same names", async () => {
    const other = await addRealtimeProject(realtime.service, realtime.organisation);
    await other.run("create table probes (id serial primary key)");
    await other.publish("probes", "anyone");
    const theirs = listener();
    const database = { id: other.databaseId, hostId: realtime.service.hostId };
    const who = { userId: null, claims: {} };
    const asked = { projectId: other.projectId, database, who, table: "probes" };
    const open = await feed.subscribe(asked, theirs.sink);
    const ours = await subscribe("probes", null);
    await realtime.run("insert into probes values (default)");
    await expect.poll(() => ours.events.length).toBe(1);
    await other.run("insert into probes values (77)");
    await expect.poll(() => theirs.events).toEqual(['insert {"id":77}']);
    open.close();
    ours.close();
  });
});

describe("RT-03: a policy that misbehaves for one user", () => {
  const HARM: [string, string][] = [
    ["raises", "raise exception 'no'"],
    ["sleeps", "perform pg_sleep(600)"],
    ["writes", "insert into written values (1)"],
    ["takes the owner's role and writes", "perform set_config('role', 'none', false); insert into written values (1)"],
    ["ends its session", "perform set_config('role', 'none', false); perform pg_terminate_backend(pg_backend_pid())"],
  ];

  it.each(HARM)("that %s ends this user's subscription, and no other", async (name, harm) => {
    const table = `harmed_${HARM.findIndex(([one]) => one === name)}`;
    await realtime.run(`create table ${table} (id int primary key); alter table ${table} enable row level security;
      create table if not exists written (a int);
      create or replace function ${table}_sees() returns boolean language plpgsql as $$
        begin if coppice.user_id() = 'usr_a' then ${harm}; end if; return true; end $$;
      create policy harmful on ${table} using (${table}_sees())`);
    await realtime.publish(table, "rls");
    const told: User[] = [];
    const [a, b] = [
      await subscribe(
        table,
        "usr_a",
        listener(() => told.push("usr_a")),
      ),
      await subscribe(
        table,
        "usr_b",
        listener(() => told.push("usr_b")),
      ),
    ];
    await realtime.run(`insert into ${table} values (1)`);
    await expect.poll(() => b.events).toEqual(['insert {"id":1}']);
    await expect.poll(() => a.events).toEqual([expect.stringMatching(/^error (?:sql_error|host_unavailable)$/)]);
    // The others don't wait for a policy that does.
    if (name === "sleeps") expect(told).toEqual(["usr_b", "usr_a"]);
    await realtime.run(`insert into ${table} values (2)`);
    await expect.poll(() => b.events).toEqual(['insert {"id":1}', 'insert {"id":2}']);
    expect(await realtime.run("select * from written")).toEqual([]);
    b.close();
  });

  it("is decided for each user anew, also by a function that is wrongly called immutable", async () => {
    await realtime.run(`create table constants (id int primary key, owner_id text);
      alter table constants enable row level security;
      create function constant_id() returns text language plpgsql immutable as $$ begin return coppice.user_id(); end $$;
      create policy own on constants using (owner_id = constant_id())`);
    await realtime.publish("constants", "rls");
    const [a, b] = [await subscribe("constants", "usr_a"), await subscribe("constants", "usr_b")];
    const [asA, asB]: [string[], string[]] = [[], []];
    for (let id = 1; id <= 20; id += 2) {
      await realtime.run(`insert into constants values (${id}, 'usr_a'), (${id + 1}, 'usr_b')`);
      asA.push(`insert {"id":${id}}`);
      asB.push(`insert {"id":${id + 1}}`);
      await expect.poll(() => [a.events, b.events]).toEqual([asA, asB]);
    }
    a.close();
    b.close();
  });

  it("leaves nothing for the next user, whose role and id are their own", async () => {
    await realtime.run(`create table traced (id int primary key, told text); alter table traced enable row level security;
      create function traced_sees(told text) returns boolean language plpgsql as $$
        begin
          perform set_config('role', 'none', false), set_config('coppice.user_id', 'usr_a', false);
          return true;
        end $$;
      create policy first on traced using (
        current_user like 'eu\\_%' and coppice.user_id() = told and traced_sees(told))`);
    await realtime.publish("traced", "rls");
    const users = ["usr_a", "usr_b"] as const;
    const all = [await subscribe("traced", "usr_a"), await subscribe("traced", "usr_b")];
    for (let n = 1; n <= 6; n += 1) {
      await realtime.run(`insert into traced values (${n}, '${users[n % 2]}')`);
      // Rows that are judged together would share the policy's settings, as in a SELECT.
      await expect.poll(() => all.flatMap(({ events }) => events)).toHaveLength(n);
    }
    await expect
      .poll(() => all.map(({ events }) => events))
      .toEqual([
        ['insert {"id":2}', 'insert {"id":4}', 'insert {"id":6}'],
        ['insert {"id":1}', 'insert {"id":3}', 'insert {"id":5}'],
      ]);
    for (const told of all) told.close();
  });
});
