import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PUBLISHING_COST } from "@/lib/services/realtime/changes/tables/cost";
import { listTableChoices } from "@/lib/services/realtime/changes/tables/list-choices";
import { createProject } from "@/lib/sign-in/projects/create";
import { openRealtime, type TestRealtime } from "@/tests/support/published-tables";

let realtime: TestRealtime;

beforeAll(async () => {
  realtime = await openRealtime();
  await realtime.run(`create domain user_id as text; create schema "My schema";
    create table todos (id int primary key, author user_id, note varchar(20), votes int);
    create table logs (line text); create view seen as select 1 as one;
    create table parts (a int primary key) partition by range (a);
    create table part_one partition of parts for values from (0) to (10);
    create table "My schema"."odd.name" (id int primary key)`);
});

afterAll(() => realtime.close());

it("the tables of the project's database are listed with their obstacles, the published ones first", async () => {
  const viewer = await realtime.service.context(realtime.organisation.member.viewer);
  const list = () => listTableChoices(viewer, realtime);
  const unpublished = {
    ...{ audience: null, recorded: false, hasKey: true, hasRowSecurity: false, hasPolicy: false, unjudgeable: [] },
  };
  expect(await list()).toEqual([
    { ...unpublished, table: "My schema.odd.name", ownerColumns: [] },
    { ...unpublished, table: "public.logs", hasKey: false, ownerColumns: ["line"] },
    { ...unpublished, table: "public.parts", ownerColumns: [] },
    { ...unpublished, table: "public.todos", ownerColumns: ["author", "note"] },
  ]);

  await realtime.run("alter table todos enable row level security");
  await realtime.publish("todos", "rls");
  expect((await list())?.[0]).toMatchObject({ table: "public.todos", audience: "rls", recorded: true });
  expect((await list())?.[0]).toMatchObject({ hasRowSecurity: true, hasPolicy: false });
  await realtime.run("create policy write on todos for insert to app_users with check (true)");
  expect((await list())?.[0]).toMatchObject({ hasPolicy: false });
  await realtime.run("create policy own on todos for select to app_users using (author = coppice.user_id())");
  await realtime.run("alter table todos disable trigger all");
  expect((await list())?.[0]).toMatchObject({ hasPolicy: true, recorded: false });
});

it("a stranger finds no project, and a project without a database has no tables", async () => {
  const stranger = await realtime.service.context((await realtime.service.organisation()).member.owner);
  await expect(listTableChoices(stranger, realtime)).rejects.toMatchObject({ code: "project_not_found" });
  const { owner, organisation } = realtime;
  const input = { organisationId: organisation.id, name: "Without", settings: {} };
  const { id: projectId } = await createProject(owner, input);
  expect(await listTableChoices(owner, { projectId })).toBeNull();
});

it("the cost of publishing is the same in the documentation", () => {
  expect(readFileSync("docs/realtime-changes.md", "utf8")).toContain(PUBLISHING_COST);
});
