import { afterAll, beforeAll, expect, it } from "vitest";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { openRealtime, type TestRealtime } from "@/tests/support/published-tables";
import { type RealtimeServer, startRealtime } from "@/tests/support/realtime";
import type { Frame, RealtimeClient } from "@/tests/support/realtime-client";

let realtime: TestRealtime;
let server: RealtimeServer;
let key: string;
let number = 0;

beforeAll(async () => {
  realtime = await openRealtime();
  const { projectId, organisation, owner, service } = realtime;
  const asked = { organisationId: organisation.id, projectId, name: "Changes", expiresAt: null };
  key = (await createPublicKey(owner, { ...asked, scope: "read" })).secret;
  server = await startRealtime({ variables: { DATABASE_URL: service.controlUrl } });
});
afterAll(async () => {
  await server.close();
  await realtime.close();
});

/** Makes and publishes a table of its own. */
async function publishedTable(): Promise<string> {
  number += 1;
  const table = `t${number}`;
  await realtime.run(`create table ${table} (id int primary key, v text)`);
  await realtime.publish(table, "anyone");
  return table;
}

async function enter(more: Frame = {}): Promise<{ client: RealtimeClient; resume: string }> {
  const client = await server.open();
  const { projectId } = realtime;
  const { resume } = await client.ask({ type: "auth", projectId, key, ...more }, { type: "ready" });
  return { client, resume };
}

const subscribe = (client: RealtimeClient, table: string, subscriptionId = "s", more: Frame = {}) =>
  client.ask({ type: "subscribe", subscriptionId, kind: "changes", table, ...more }, { subscriptionId });

/** The ids of the next changes; a gap is its reason. */
async function next(client: RealtimeClient, count: number, subscriptionId = "s"): Promise<(number | string)[]> {
  const told: (number | string)[] = [];
  while (told.length < count) {
    const { type, new: row, reason } = await client.next({ subscriptionId });
    told.push(type === "gap" ? reason : row.id);
  }
  return told;
}

const LOST: [string, (client: RealtimeClient) => unknown][] = [
  ["closed", ({ socket }) => socket.close(1000)],
  ["cut off", ({ socket }) => socket.terminate()],
  ["still open", () => undefined],
];

it.each(LOST)("SV-C1: a socket that resumes one which is %s gets the changes in between", async (_state, lose) => {
  const table = await publishedTable();
  const first = await enter();
  await subscribe(first.client, table);
  await realtime.run(`insert into ${table} values (1)`);
  expect(await next(first.client, 1)).toEqual([1]);
  lose(first.client);
  await realtime.run(`insert into ${table} values (2)`);
  const { client } = await enter({ resume: first.resume });
  expect(await subscribe(client, table)).toMatchObject({ type: "subscribed", resumed: true });
  await realtime.run(`insert into ${table} values (3)`);
  const told = await next(client, 2);
  // One that didn't answer a ping since may come again.
  expect(told[0] === 1 ? [...told.slice(1), ...(await next(client, 1))] : told).toEqual([2, 3]);
  await client.close();
});

it("SV-C1: a resumed socket begins with a gap where nothing tells where it was", async () => {
  const [table, other] = [await publishedTable(), await publishedTable()];
  const first = await enter();
  await subscribe(first.client, table, "known");
  await first.client.close();
  const { client } = await enter({ resume: first.resume });
  for (const [subscriptionId, asked] of [["new", table] as const, ["known", other] as const]) {
    expect(await subscribe(client, asked, subscriptionId)).toMatchObject({ type: "subscribed", resumed: false });
    expect(await next(client, 1, subscriptionId)).toEqual(["expired"]);
  }
  const unknown = await enter({ resume: "never-given" });
  expect(await subscribe(unknown.client, table)).toMatchObject({ type: "subscribed", resumed: false });
  expect(await next(unknown.client, 1)).toEqual(["expired"]);
  await Promise.all([client.close(), unknown.client.close()]);
});

it("SV-C1: a socket that resumes none begins without a gap", async () => {
  const table = await publishedTable();
  const { client } = await enter();
  expect(await subscribe(client, table)).toMatchObject({ type: "subscribed", resumed: false });
  await realtime.run(`insert into ${table} values (1)`);
  expect(await next(client, 1)).toEqual([1]);
  await client.close();
});

it("SV-C2: a statement of 9,000 rows reaches every subscriber that reads, whole, and so do those after it", async () => {
  const table = await publishedTable();
  const clients = await Promise.all([enter(), enter()]);
  for (const { client } of clients) await subscribe(client, table);
  await realtime.run(`insert into ${table} select g, repeat('v', 200) from generate_series(1, 9000) g`);
  await realtime.run(`insert into ${table} values (9001, 'after')`);
  const expected = Array.from({ length: 9_001 }, (_, index) => index + 1);
  for (const { client } of clients) expect(await next(client, expected.length)).toEqual(expected);
  for (const { client } of clients) await client.close();
});

it("SV-C2: a client that doesn't read is closed with 4408, and goes on from its last cursor without a loss", async () => {
  const slow = await startRealtime({
    variables: { DATABASE_URL: realtime.service.controlUrl },
    times: { slow: 500 },
  });
  const table = await publishedTable();
  const client = await slow.open();
  await client.ask({ type: "auth", projectId: realtime.projectId, key }, { type: "ready" });
  const { cursor } = await subscribe(client, table);
  client.socket.pause();
  await realtime.run(`insert into ${table} select g, repeat('v', 900) from generate_series(1, 8000) g`);
  await expect.poll(() => slow.runtime.sockets.figuresOf(realtime.projectId)).toMatchObject({ sockets: 0 });
  client.socket.terminate();
  const back = await enter();
  expect(await subscribe(back.client, table, "s", { since: cursor })).toMatchObject({ resumed: true });
  expect(await next(back.client, 8_000)).toHaveLength(8_000);
  await back.client.close();
  await slow.close();
});
