import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { advise } from "@/lib/sql/activity/advise";
import { asCustomer, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";

let service: HostingService;
let owner: Context;
let viewer: Context;
let stranger: Context;
let databaseId: string;
let url: string;

beforeAll(async () => {
  service = await openHostingService();
  const { member } = await service.organisation();
  [owner, viewer] = [await service.context(member.owner), await service.context(member.viewer)];
  stranger = await service.context((await service.organisation()).member.owner);
  databaseId = await createReadyDatabase(service, owner.actor, "main");
  url = (await revealConnectionString(owner, { databaseId })).connectionString;
});

afterAll(() => service.close());

const found = async () => (await advise(viewer, { databaseId })).map(({ kind, subject }) => [kind, subject]);

it("names missing or obstructive indexes, with the statement that mends it", async () => {
  await asCustomer(url, (client) =>
    client.query(`
      create table authors (id int primary key, name text);
      create table books (id int primary key, author_id int references authors, "Shelf" int references authors,
        title text);
      create index on books ("Shelf", title);
      create index books_title on books (title);
      insert into authors values (1, 'Ito');
      insert into books select n, 1, 1, repeat('tide ', 40) || n from generate_series(1, 8000) as n;
      create table notes (text text);
      create sequence tickets as int;
      select setval('tickets', 2000000000);
      create table visits (id serial primary key);
      select setval('visits_id_seq', 1900000000)`),
  );
  const advice = await advise(viewer, { databaseId });
  expect(advice.map(({ kind, subject }) => [kind, subject])).toEqual([
    ["no-primary-key", "public.notes"],
    ["foreign-key-index", "public.books (author_id)"],
    // The index of "Shelf" is unused too, and serves a foreign key.
    ["unused-index", "public.books_title"],
    ["sequence-end", "public.tickets"],
    ["sequence-end", "public.visits_id_seq"],
  ]);
  await asCustomer(url, async (client) => {
    for (const { sql } of advice) await client.query(sql);
  });
  expect(await found()).toEqual([]);
  await asCustomer(url, (client) =>
    client.query("select setval('visits_id_seq', 3000000000); insert into visits default values"),
  );
});

it("is not found by a stranger", async () => {
  await expect(advise(stranger, { databaseId })).rejects.toMatchObject({ code: "database_not_found" });
});
