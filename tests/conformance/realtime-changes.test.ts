import { type Change, type ChangesRequest, createRealtime, type Realtime } from "@coppice/realtime";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createReadyDatabase, createTestOrganisation, lane, laneContext, usedSecrets } from "@/tests/support/lanes";
import { RealtimeClient } from "@/tests/support/realtime-client";
import { type RealtimeService, startRealtimeService } from "@/tests/support/realtime-service";
import {
  askAuth,
  createSignInProject,
  createSignInServerKey,
  type SignInProject,
  signUp,
} from "@/tests/support/sign-in-lanes";

interface User {
  id: string;
  getToken: () => Promise<string>;
}

const TOPICS = [
  { pattern: "room:*", subscribe: "anyone" },
  { pattern: "quiet", subscribe: "anyone", publish: "none" },
];

let service: RealtimeService;
let project: SignInProject;
let customer: pg.Client;
let ada: User;
let grace: User;
const clients: Realtime[] = [];

beforeAll(async () => {
  service = await startRealtimeService();
  const organisation = await createTestOrganisation();
  project = await createSignInProject({ realtime: { topics: TOPICS } }, organisation);
  const { id: databaseId, connectionString } = await createReadyDatabase(lane, organisation);
  const { db } = await laneContext();
  await db.project.update({ where: { id: project.id }, data: { databaseId } });
  customer = new pg.Client({ connectionString });
  await customer.connect();
  [ada, grace] = [await newUser(), await newUser()];
  await customer.query(`create table todos (id int primary key, author_id text, title text, secret text);
    create table news (id int primary key, title text); create table hidden (id int primary key)`);
  await publish("todos", "owner:author_id");
  await publish("news", "anyone");
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await customer.query("truncate todos, news");
});

afterAll(async () => {
  await customer.end();
  await service.stop();
});

async function publish(table: string, audience: string): Promise<void> {
  const key = await createSignInServerKey(project);
  const answer = await fetch(`${service.url}/v1/projects/${project.id}/realtime/tables/${table}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ audience }),
  });
  expect(answer.status).toBe(200);
}

async function newUser(): Promise<User> {
  const lane = { name: "realtime", baseUrl: service.url };
  const { cookie } = await signUp(lane, project);
  const getToken = async () => {
    const { json } = await askAuth(lane, project, "GET", "/token", { cookie });
    usedSecrets.add(json.token);
    return json.token as string;
  };
  const payload = (await getToken()).split(".")[1] ?? "";
  return { id: JSON.parse(Buffer.from(payload, "base64url").toString()).sub, getToken };
}

function clientOf(user: User | null): Realtime {
  const who = user ? { getToken: user.getToken } : {};
  const client = createRealtime({
    ...{ projectId: project.id, publicKey: project.publicKey, apiOrigin: service.url, ...who },
  });
  clients.push(client);
  return client;
}

/** A subscription to a table, with all that it was told. */
async function hear(client: Realtime, request: ChangesRequest) {
  const told = { changes: [] as string[], gaps: [] as string[], errors: [] as string[] };
  const subscription = client.subscribe(request, {
    onChange: (change: Change) => {
      const { op, new: row, old } = change;
      told.changes.push(`${op} ${JSON.stringify(row ?? old)}`);
    },
    onGap: (reason) => void told.gaps.push(reason),
    onError: ({ code }) => void told.errors.push(code),
  });
  await expect.poll(() => subscription.status).toMatch(/live|refused/);
  return { ...told, subscription };
}

it("users hear of their own rows, also of one that becomes another's or is deleted", async () => {
  const request = { table: "todos", columns: ["id", "title"] };
  const [hers, others] = [await hear(clientOf(ada), request), await hear(clientOf(grace), request)];
  await customer.query("insert into todos values (1, $1, 'one'), (2, $2, 'two')", [ada.id, grace.id]);
  await customer.query("update todos set title = 'uno' where id = 1");
  await customer.query("update todos set author_id = $1 where id = 1", [grace.id]);
  await customer.query("delete from todos where id = 2");
  await expect
    .poll(() => hers.changes)
    .toEqual(['insert {"id":1,"title":"one"}', 'update {"id":1,"title":"uno"}', 'delete {"id":1,"title":"uno"}']);
  await expect
    .poll(() => others.changes)
    .toEqual(['insert {"id":2,"title":"two"}', 'insert {"id":1,"title":"uno"}', 'delete {"id":2,"title":"two"}']);
});

it("a transaction is told when it is committed, in its order, and one that is rolled back never", async () => {
  const { changes } = await hear(clientOf(null), { table: "public.news", events: ["insert"] });
  await customer.query("begin; insert into news values (1, 'never'); rollback");
  await customer.query("begin; insert into news values (2, 'b'); insert into news values (1, 'a'); commit");
  await customer.query("update news set title = 'c' where id = 1; insert into news values (3, 'd')");
  await expect
    .poll(() => changes)
    .toEqual(['insert {"id":2,"title":"b"}', 'insert {"id":1,"title":"a"}', 'insert {"id":3,"title":"d"}']);
});

it("tables that aren't published, aren't for visitors or lack a column are refused, and nothing else with them", async () => {
  const client = clientOf(null);
  const refusals = [
    await hear(client, { table: "hidden" }),
    await hear(client, { table: "todos" }),
    await hear(client, { table: "news", columns: ["body"] }),
    await hear(client, { table: "news", filter: [{ column: "body", op: "eq", value: 1 }] }),
  ];
  expect(refusals.map(({ errors }) => errors)).toEqual([
    ["not_found"],
    ["missing_permission"],
    ["invalid_request"],
    ["invalid_request"],
  ]);
  const { changes } = await hear(client, { table: "news", filter: [{ column: "id", op: "gt", value: 1 }] });
  await customer.query("insert into news values (1, 'a'), (2, 'b')");
  await expect.poll(() => changes).toEqual(['insert {"id":2,"title":"b"}']);
});

it("a socket goes on behind the cursor of its last change, and a half-read transaction comes whole", async () => {
  const enter = async () => {
    const client = await RealtimeClient.open(service.socketUrl);
    await client.ask({ type: "auth", projectId: project.id, key: project.publicKey }, { type: "ready" });
    return client;
  };
  const subscribe = { type: "subscribe", subscriptionId: "n", kind: "changes", table: "news" };
  const first = await enter();
  await first.ask(subscribe, { type: "subscribed", resumed: false });
  await customer.query("insert into news values (1, 'a')");
  const { cursor } = await first.next({ type: "change" });
  await customer.query("begin; insert into news values (2, 'b'); insert into news values (3, 'c'); commit");
  const half = await first.next({ type: "change" });
  await first.close();
  await customer.query("insert into news values (4, 'd')");
  for (const since of [cursor, half.cursor]) {
    const next = await enter();
    await next.ask({ ...subscribe, since }, { type: "subscribed", resumed: true });
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push((await next.next({ type: "change" })).new.id);
    expect(ids).toEqual([2, 3, 4]);
    await next.close();
  }
  const forged = await enter();
  await forged.ask({ ...subscribe, since: `${cursor.slice(0, -4)}AAAA` }, { type: "subscribed", resumed: false });
  expect(await forged.next({ type: "gap" })).toMatchObject({ reason: "expired", cursor: expect.any(String) });
  await forged.close();
});

it("a message sent from SQL reaches a topic when it is committed, if the topic's rule lets servers send", async () => {
  const told: unknown[] = [];
  const client = clientOf(null);
  const topics = ["room:1", "quiet"].map((topic) =>
    client.subscribe(
      { topic },
      { onMessage: ({ event, payload, from }) => void told.push([topic, event, payload, from]) },
    ),
  );
  for (const topic of topics) await expect.poll(() => topic.status).toBe("live");
  const send = (topic: string, payload: number) =>
    customer.query("select coppice_realtime.send($1, 'moved', $2)", [topic, JSON.stringify({ x: payload })]);
  await customer.query("begin");
  await send("room:1", 1);
  await customer.query("rollback");
  for (const topic of ["quiet", "not a topic", "room:2", "room:1"]) await send(topic, 2);
  await send("room:1", 3);
  await expect
    .poll(() => told)
    .toEqual([
      ["room:1", "moved", { x: 2 }, {}],
      ["room:1", "moved", { x: 3 }, {}],
    ]);
});

it("changes count as subscriptions, and a killed process costs no change: a gap, or the missed ones", async () => {
  const { changes, gaps, subscription } = await hear(clientOf(null), { table: "news" });
  await customer.query("insert into news values (1, 'a')");
  await expect.poll(() => changes).toHaveLength(1);
  await service.kill();
  await expect.poll(() => subscription.status).toBe("offline");
  await customer.query("insert into news values (2, 'b')");
  service.startAgain();
  await expect.poll(() => subscription.status).toBe("live");
  await customer.query("insert into news values (3, 'c')");
  await expect.poll(() => changes.at(-1)).toBe('insert {"id":3,"title":"c"}');
  expect(changes.includes('insert {"id":2,"title":"b"}') || gaps.length > 0).toBe(true);
});
