import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setProjectDatabase } from "@/lib/services/project-database/set";
import { ensureOutbox, openOutboxSession, SESSION_NAMES } from "@/lib/services/realtime/changes/outbox/open";
import { OUTBOX_VERSION } from "@/lib/services/realtime/changes/outbox/statements";
import { listRealtimeTables } from "@/lib/services/realtime/changes/tables/list";
import { publishTable } from "@/lib/services/realtime/changes/tables/publish";
import { unpublishTable } from "@/lib/services/realtime/changes/tables/unpublish";
import { createProject } from "@/lib/sign-in/projects/create";
import { addRealtimeProject, openRealtime, type TestRealtime } from "@/tests/support/published-tables";
import { runText } from "@/tests/support/run-statements";

let realtime: TestRealtime;

beforeAll(async () => {
  realtime = await openRealtime();
  await realtime.run(`create table notes (id bigint primary key, body text, price numeric(12, 2), at timestamptz)`);
});

afterAll(() => realtime.close());

interface Recorded {
  table_name: string | null;
  op: string;
  old: Record<string, unknown> | null;
  new: Record<string, unknown> | null;
  omitted: string[] | null;
}

/** Returns the rows of the outbox, which is empty afterwards. */
async function recorded(): Promise<Recorded[]> {
  return realtime.run<never>(`with gone as (delete from coppice_realtime.change returning *)
    select table_name, op, old, new, omitted from gone order by xid, id`);
}

describe("publishing a table", () => {
  const CHANGES = [
    ["realtime_table.publish", () => ({ table: "shown", audience: "signed-in" }), publishTable],
    ["realtime_table.unpublish", () => ({ table: "public.shown" }), unpublishTable],
  ] as const;

  it.each(CHANGES)(
    "%s: works for servers and members, is recorded, and refused to others",
    async (action, input, verb) => {
      await realtime.run("create table if not exists shown (id int primary key)");
      const change = (ctx: Parameters<typeof verb>[0]) =>
        verb(ctx, { ...input(), projectId: realtime.projectId } as never);
      const { service, organisation } = realtime;
      await expect(change(await realtime.server("read"))).rejects.toMatchObject({ code: "key_scope_too_narrow" });
      const viewer = await service.context(organisation.member.viewer);
      await expect(change(viewer)).rejects.toMatchObject({ code: "missing_permission" });
      const stranger = await service.context((await service.organisation()).member.owner);
      await expect(change(stranger)).rejects.toMatchObject({ code: "project_not_found" });
      const ctx = await realtime.server();
      await service.db.project.update({ where: { id: realtime.projectId }, data: { status: "suspended" } });
      await expect(change(ctx)).rejects.toMatchObject({ code: "project_suspended" });
      await service.db.project.update({ where: { id: realtime.projectId }, data: { status: "active" } });
      await change(ctx);
      const where = { organisationId: organisation.id, action, actorId: ctx.actor.id };
      const events = await service.db.auditEvent.findMany({ where });
      expect(events).toMatchObject([{ targetId: realtime.projectId, data: { table: "public.shown" } }]);
    },
  );

  it("is listed with its audience, and with whether it is recorded", async () => {
    const read = await realtime.server("read");
    expect(await listRealtimeTables(read, realtime)).toEqual({ items: [] });
    await realtime.publish("notes", "anyone");
    await realtime.publish("public.notes", "owner:body");
    const shown = { table: "public.notes", audience: "owner:body", recorded: true, unjudgeable: [] };
    expect(await listRealtimeTables(read, realtime)).toEqual({ items: [shown] });
    await realtime.run("alter table notes disable trigger all");
    expect(await listRealtimeTables(read, realtime)).toEqual({ items: [{ ...shown, recorded: false }] });
    expect(await realtime.publish("notes", "signed-in")).toMatchObject({ audience: "signed-in", recorded: true });
  });

  it.each([
    ["missing", "anyone", "not_found", /no table/],
    ["no_key", "anyone", "invalid_request", /no primary key/],
    ["seen", "anyone", "invalid_request", /not a table/],
    ["part_one", "anyone", "invalid_request", /not a table/],
    ["coppice_realtime.change", "anyone", "invalid_request", /not a table/],
    ["pg_catalog.pg_class", "anyone", "invalid_request", /not a table/],
    ["notes", "owner:nobody", "invalid_request", /no column/],
    ["notes", "rls", "invalid_request", /row-level security/],
  ])("is refused for %s to %s", async (table, audience, code, message) => {
    await realtime.run(`create table if not exists no_key (a int); create or replace view seen as select 1 as one;
      create table if not exists parts (a int primary key) partition by range (a);
      create table if not exists part_one partition of parts for values from (0) to (10)`);
    const refused = { code, message: expect.stringMatching(message) };
    await expect(realtime.publish(table, audience)).rejects.toMatchObject(refused);
  });

  it("needs the project's database, and one that is ready", async () => {
    const { organisation, owner } = realtime;
    const organisationId = organisation.id;
    const { id: projectId } = await createProject(owner, { organisationId, name: "Without", settings: {} });
    const input = { projectId, table: "notes", audience: "anyone" };
    await expect(publishTable(owner, input)).rejects.toMatchObject({ code: "conflict" });
    await expect(unpublishTable(owner, input)).rejects.toMatchObject({ code: "not_found" });
    expect(await listRealtimeTables(owner, { projectId })).toEqual({ items: [] });
    const { databaseId } = await addRealtimeProject(realtime.service, organisation);
    await realtime.service.db.project.updateMany({ where: { databaseId }, data: { databaseId: null } });
    await setProjectDatabase(owner, { organisationId, projectId, databaseId });
    await realtime.service.db.database.update({ where: { id: databaseId }, data: { status: "provisioning" } });
    await expect(publishTable(owner, input)).rejects.toMatchObject({ code: "database_not_ready" });
  });

  it("is applied again by a later version without losing recorded changes", async () => {
    await realtime.publish("notes", "anyone");
    await realtime.run("delete from coppice_realtime.change; insert into notes (id) values (1)");
    await realtime.run("update coppice_realtime.state set version = 0");
    const session = await openOutboxSession(
      realtime.owner,
      { id: realtime.databaseId, hostId: realtime.service.hostId },
      { applicationName: SESSION_NAMES.setUp },
    );
    await ensureOutbox(session);
    await session.close();
    expect(await realtime.run("select version from coppice_realtime.state")).toEqual([{ version: OUTBOX_VERSION }]);
    expect(await recorded()).toMatchObject([{ op: "insert" }]);
    await realtime.run("delete from notes; delete from coppice_realtime.change");
  });
});

describe("the outbox", () => {
  beforeAll(() => realtime.publish("notes", "anyone"));

  it("records rows whole, exactly, and the same under any settings of the session", async () => {
    await realtime.run(`set timezone = 'Asia/Kathmandu'; set search_path = nowhere; set datestyle = 'German';
      insert into public.notes values (9007199254740993, 'ä', 1234567890.10, '2026-01-01T12:00:00Z');
      update public.notes set body = 'b'; delete from public.notes`);
    const texts = await realtime.run<{ op: string; old: string | null; new: string | null }>(
      "select op, old::text, new::text from coppice_realtime.change order by xid, id",
    );
    const row = (body: string) =>
      `{"id":9007199254740993,"body":"${body}","price":1234567890.10,"at":"2026-01-01T12:00:00+00:00"}`;
    expect(texts).toEqual([
      { op: "insert", old: null, new: row("ä") },
      { op: "update", old: row("ä"), new: row("b") },
      { op: "delete", old: row("b"), new: null },
    ]);
    await recorded();
  });

  it("pairs the rows of one update, also where their keys change", async () => {
    await realtime.run("insert into notes (id, body) select n, 'n' || n from generate_series(1, 50) as n");
    await recorded();
    await realtime.run("update notes set id = id + 1000 where id % 2 = 0");
    const rows = await recorded();
    expect(rows).toHaveLength(25);
    for (const { old, new: now } of rows) expect(now).toEqual({ ...old, id: Number(old?.id) + 1000 });
    await realtime.run("delete from notes");
    await recorded();
  });

  it("has one `bulk` for an update of which a row went away in another partition", async () => {
    await realtime.run(`create table moved (id int, place int, primary key (id, place)) partition by list (place);
      create table moved_1 partition of moved for values in (1);
      create table moved_2 partition of moved for values in (2);
      create function forget() returns trigger language plpgsql as $$ begin return null; end $$;
      insert into moved values (1, 1), (2, 1)`);
    await realtime.publish("moved", "anyone");
    await realtime.run("update moved set place = 2 where id = 1");
    const kept = { id: 1, place: 1 };
    expect(await recorded()).toMatchObject([{ op: "update", old: kept, new: { ...kept, place: 2 } }]);
    await realtime.run("create trigger forget before insert on moved_1 for each row execute function forget()");
    await realtime.run("update moved set place = 1 where id = 1");
    expect(await recorded()).toMatchObject([{ op: "bulk", old: null, new: null }]);
    await realtime.run("insert into moved values (3, 2); update moved set place = 3 - place");
    expect((await recorded()).map(({ op }) => op)).toEqual(["insert", "bulk"]);
    await realtime.run("drop table moved");
  });

  it("records the changes of COPY, ON CONFLICT, MERGE and a rolled back transaction, and nothing more", async () => {
    await realtime.run(`insert into notes (id, body) values (1, 'a'), (2, 'b');
      insert into notes (id, body) values (2, 'c'), (3, 'd') on conflict (id) do update set body = excluded.body;
      merge into notes using (values (3), (4)) as given (n) on id = n
        when matched then delete when not matched then insert (id) values (n)`);
    await realtime.run("begin; insert into notes (id) values (9); rollback");
    await realtime.run("update notes set body = 'x' where false");
    const ops = (await recorded()).map((one) => `${one.op} ${(one.new ?? one.old)?.id}`);
    expect(ops.toSorted()).toEqual(["delete 3", "insert 1", "insert 2", "insert 3", "insert 4", "update 2"]);
    await realtime.run("delete from notes");
    await recorded();
  });

  it("RT-08: has one `bulk` for a large statement, and one `truncate`", async () => {
    await realtime.run("insert into notes (id) select generate_series(1, 10000)");
    expect(await recorded()).toHaveLength(10_000);
    await realtime.run("insert into notes (id) select generate_series(10001, 20001)");
    await realtime.run("update notes set body = repeat('x', 1000) where id <= 9000");
    await realtime.run("truncate notes");
    expect((await recorded()).map(({ op, old, new: made }) => ({ op, old, made }))).toEqual(
      ["bulk", "bulk", "truncate"].map((op) => ({ op, old: null, made: null })),
    );
  });

  it("6.2: leaves out large values and names them, also of rows in which another column changes", async () => {
    await realtime.run("insert into notes (id, body) values (1, repeat('x', 70000))");
    expect(await recorded()).toMatchObject([{ new: { id: 1, price: null }, omitted: ["body"] }]);
    await realtime.run("update notes set price = 1");
    const [updated] = await recorded();
    expect(updated?.omitted).toEqual(["body"]);
    expect([updated?.old, updated?.new].map((row) => Object.hasOwn(row ?? {}, "body"))).toEqual([false, false]);
    await realtime.run("delete from notes");
    await recorded();
  });

  it("takes broadcasts of a transaction, and refuses those that are too large", async () => {
    await realtime.run(`select coppice_realtime.send('room:1', 'ping', '{"a": 1}')`);
    expect(await recorded()).toMatchObject([
      { op: "send", new: { topic: "room:1", event: "ping", payload: { a: 1 } } },
    ]);
    await expect(realtime.run(`select coppice_realtime.send('', 'ping', '1')`)).rejects.toThrow(/256 characters/);
    const large = `select coppice_realtime.send('a', 'b', to_jsonb(repeat('x', 70000)))`;
    await expect(realtime.run(large)).rejects.toThrow(/64 KB/);
  });

  it("records the changes of other roles, who can neither read nor forge it", async () => {
    await realtime.publish("notes", "anyone");
    const viewer = await realtime.service.context(realtime.organisation.member.viewer);
    const [seen] = await runText(viewer, realtime.databaseId, "select * from coppice_realtime.change");
    expect(seen).toMatchObject({ status: "failed", sqlState: "42501" });
    expect(await runText(viewer, realtime.databaseId, "select id from notes")).toMatchObject([{ status: "succeeded" }]);
  });

  it("trims rows that are old or too many, tells so, and lets a repeatable read go on", async () => {
    await realtime.run("insert into notes (id) select generate_series(1, 3000)");
    await realtime.run("update coppice_realtime.change set at = now() - interval '11 minutes' where id % 2 = 0");
    await realtime.run("select coppice_realtime.trim()");
    expect(await realtime.run("select count(*)::int as n from coppice_realtime.change")).toEqual([{ n: 1500 }]);
    const [state] = await realtime.run<{ isTold: boolean }>(
      `select trimmed_through = (select min(xid) from coppice_realtime.change) as "isTold" from coppice_realtime.state`,
    );
    expect(state?.isTold).toBe(true);
    await realtime.run("select setval('coppice_realtime.change_id_seq', 200000)");
    await realtime.run("select coppice_realtime.trim()");
    expect(await recorded()).toEqual([]);
    await realtime.run(
      `begin isolation level repeatable read; insert into notes (id) select generate_series(4000, 9000); commit`,
    );
    expect(await recorded()).toHaveLength(5001);
    await realtime.run("truncate notes");
    await recorded();
  });

  it("goes with its schema, and writing goes on", async () => {
    await realtime.run("drop schema coppice_realtime cascade; insert into notes (id) values (77); delete from notes");
    expect(await listRealtimeTables(await realtime.server(), realtime)).toEqual({ items: [] });
    expect(await realtime.publish("notes", "anyone")).toMatchObject({ recorded: true });
    await realtime.run("insert into notes (id) values (78)");
    expect(await recorded()).toMatchObject([{ op: "insert", new: { id: 78 } }]);
  });
});
