import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "@/tests/support/command-line";
import { makeContext, OPERATOR } from "@/tests/support/context";
import { openRealtime, type TestRealtime } from "@/tests/support/published-tables";

let realtime: TestRealtime;

beforeAll(async () => {
  realtime = await openRealtime();
  await realtime.run("create table todos (id int primary key, author_id text)");
});

afterAll(() => realtime.close());

async function run(...args: string[]) {
  const ctx = { ...(await makeContext()), ...(await realtime.service.context(OPERATOR)) };
  const of = ["--project", realtime.projectId];
  return runCommand({ ctx }, "realtime", ...args, ...of);
}

it("publishes, lists and unpublishes a table", async () => {
  const published = { exitCode: 0, stdout: "Published the changes of public.todos to owner:author_id.\n" };
  expect(await run("publish", "todos", "--to", "owner:author_id")).toMatchObject(published);
  expect((await run("tables")).stdout).toMatch(/public\.todos\s+owner:author_id\s+yes/);
  const stopped = { exitCode: 0, stdout: "Stopped publishing the changes of public.todos.\n" };
  expect(await run("unpublish", "todos")).toMatchObject(stopped);
  expect(JSON.parse((await run("tables", "--json")).stdout)).toEqual({ items: [] });
});

it("refuses an audience that there is not, and a table that is not published", async () => {
  expect(await run("publish", "todos", "--to", "everybody")).toMatchObject({ exitCode: 2 });
  expect((await run("unpublish", "todos")).exitCode).toBe(1);
});
