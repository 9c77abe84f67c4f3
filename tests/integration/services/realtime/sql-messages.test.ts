import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedSockets } from "@/lib/infra/realtime/shared-sockets";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import { ConnectionRegistry } from "@/lib/services/realtime/sockets/connection-registry";
import { OpenProject } from "@/lib/services/realtime/sockets/open-project";
import { SqlMessages } from "@/lib/services/realtime/sql-messages";
import { openRealtime, type TestRealtime } from "@/tests/support/published-tables";
import { RedisServer } from "@/tests/support/redis-server";

const patient = { interval: 10 };

let realtime: TestRealtime;
let redis: RedisServer;
const closing: { close(): unknown }[] = [];

beforeAll(async () => {
  [realtime, redis] = [await openRealtime(), await RedisServer.start()];
  await realtime.run("create table notes (id int primary key)");
  await realtime.publish("notes", "anyone");
});

afterAll(async () => {
  for (const each of closing.reverse()) await each.close();
  await redis.stop();
  await realtime.close();
});

/** A process that follows the project: the messages of its topic. */
async function process(): Promise<string[]> {
  const ctx = await realtime.service.worker();
  const { sealer, random, log } = ctx;
  const connections = new ConnectionRegistry({ sealer, random, ...sharedSockets(redis.url, log) });
  const feed = new ChangeFeed(ctx);
  const sqlMessages = new SqlMessages({ ctx, feed, connections });
  closing.push(connections, feed, sqlMessages);
  const rules = [{ pattern: "room:*", subscribe: "anyone", publish: "server", presence: "none" } as const];
  await sqlMessages.follow(new OpenProject(realtime.projectId, { isActive: true, tier: "pro", rules }));
  const topic = await connections.topics.open(realtime.projectId, "room:1");
  const told: string[] = [];
  topic.add({
    ...{ subscriptionId: "a", isFull: false, position: topic.last, forget: () => undefined },
    write: (frame) => void told.push(/"payload":(\d+)|"type":"gap"/.exec(frame.toString())?.[1] ?? "gap"),
  });
  return told;
}

const send = (payload: number | string) => `select coppice_realtime.send('room:1', 'ping', '${payload}')`;

it("messages of a transaction reach a topic once, however many processes read them", async () => {
  const told = [await process(), await process(), await process()];
  await realtime.run(`${send(1)}; begin; ${send(2)}; ${send(3)}; commit; begin; ${send(9)}; rollback`);
  await expect.poll(() => told, patient).toEqual(told.map(() => ["1", "2", "3"]));
  for (let payload = 4; payload <= 30; payload += 1) await realtime.run(send(payload));
  const all = Array.from({ length: 30 }, (_, index) => String(index + 1));
  await expect.poll(() => told.map((one) => one.at(-1)), patient).toEqual(told.map(() => "30"));
  expect(told).toEqual(told.map(() => all));
});

it("SV-H4: a message keeps the digits of its numbers", async () => {
  const told = await process();
  await realtime.run(send("9007199254740993"));
  await expect.poll(() => told, patient).toEqual(["9007199254740993"]);
});

it("messages sent while Redis is away reach topics later, or a gap does", async () => {
  const told = [await process(), await process()];
  await redis.stop();
  await realtime.run(send(1));
  await redis.start();
  await expect.poll(() => told.map((one) => one.includes("gap") || one.includes("1")), patient).toEqual([true, true]);
  await realtime.run(send(2));
  await expect.poll(() => told.map((one) => one.at(-1)), patient).toEqual(["2", "2"]);
});
