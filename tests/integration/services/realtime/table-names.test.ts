import { afterAll, beforeAll, expect, it } from "vitest";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import { listRealtimeTables } from "@/lib/services/realtime/changes/tables/list";
import { unpublishTable } from "@/lib/services/realtime/changes/tables/unpublish";
import { listener, openRealtime, type TestRealtime } from "@/tests/support/published-tables";

let realtime: TestRealtime;
let feed: ChangeFeed;

beforeAll(async () => {
  realtime = await openRealtime();
  feed = new ChangeFeed(await realtime.service.worker());
});

afterAll(async () => {
  await feed.close();
  await realtime.close();
});

it.each([
  ["My Schema.plain", '"My Schema"."plain"', "My Schema.plain"],
  ["My Schema.Todo.Items", '"My Schema"."Todo.Items"', "My Schema.Todo.Items"],
  ["Todos", '"Todos"', "public.Todos"],
  ["public.a.b", '"a.b"', "public.a.b"],
  [
    `${"s".repeat(63)}.${"ä".repeat(31)}`,
    `"${"s".repeat(63)}"."${"ä".repeat(31)}"`,
    `${"s".repeat(63)}.${"ä".repeat(31)}`,
  ],
])("SV-M10: %s is published, listed, followed and unpublished by one name", async (asked, quoted, listed) => {
  const [schema = ""] = /^"[^"]+"(?=\.)/.exec(quoted) ?? [];
  if (schema) await realtime.run(`create schema if not exists ${schema}`);
  await realtime.run(`create table ${quoted} (id int primary key)`);
  expect(await realtime.publish(asked, "anyone")).toMatchObject({ table: listed });
  const { items } = await listRealtimeTables(await realtime.server(), realtime);
  expect(items.map(({ table }) => table)).toEqual([listed]);
  const database = { id: realtime.databaseId, hostId: realtime.service.hostId };
  const who = { userId: null, claims: {} };
  for (const table of [asked, listed]) {
    const told = listener();
    const open = await feed.subscribe({ projectId: realtime.projectId, database, who, table }, told.sink);
    await realtime.run(`insert into ${quoted} values (1); delete from ${quoted}`);
    await expect.poll(() => told.events).toEqual(['insert {"id":1}', 'delete {"id":1}']);
    expect(told.batches[0]?.changes[0]?.table).toBe(listed);
    open.close();
  }
  await unpublishTable(await realtime.server(), { projectId: realtime.projectId, table: listed });
});

it("SV-M10: a table of a schema with a dot in its name, which no door could name, is refused", async () => {
  await realtime.run(`create schema "a.b"; create table "a.b".c (id int primary key)`);
  const refused = realtime.run(`select coppice_realtime.publish('"a.b".c', 'anyone')`);
  await expect(refused).rejects.toThrow(/dot/);
});
