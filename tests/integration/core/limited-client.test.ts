import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { LimitedClient, LimitedPool, type LimitedQuery } from "@/lib/core/db/limited-client";
import { blockEventLoop } from "@/tests/support/block-event-loop";
import { workerControlUrl } from "@/tests/support/clusters";

const LIMIT_MS = 400;
const LATE = "Connection terminated due to connection timeout";

/** A server that accepts connections and says nothing. */
async function silentUrl(): Promise<string> {
  const server = createServer((socket) => void socket.on("error", () => undefined).resume());
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `postgresql://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`;
}

function newClient(connectionString: string): LimitedClient {
  const client = new LimitedClient({ connectionString, connectWithinMs: LIMIT_MS, answerWithinMs: LIMIT_MS });
  client.on("error", () => undefined);
  onTestFinished(() => client.end());
  return client;
}

function newPool(connectionString: string, max = 1): LimitedPool {
  const pool = new LimitedPool({ connectionString, max, connectWithinMs: LIMIT_MS });
  pool.on("error", () => undefined);
  onTestFinished(() => pool.end());
  return pool;
}

test("a server whose Unix socket is gone isn't reached, as one whose port is closed", async () => {
  const client = newClient("postgresql://nobody@127.0.0.1:5432/postgres?host=/nonexistent");
  await expect(client.connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("OP-M5: a process that was busy for longer than the limit connects and has its answer", async () => {
  const client = newClient(await workerControlUrl());
  const connected = client.connect();
  blockEventLoop(2 * LIMIT_MS);
  await connected;
  const answer = client.query("SELECT 1 AS one");
  blockEventLoop(2 * LIMIT_MS);
  expect((await answer).rows).toEqual([{ one: 1 }]);
});

test("OP-M5: a pool in a process that was busy hands out a new client, and one that was given back", async () => {
  const pool = newPool(await workerControlUrl());
  const taken = pool.connect();
  blockEventLoop(2 * LIMIT_MS);
  const first = await taken;
  const waiting = pool.query("SELECT 1 AS one");
  first.release();
  blockEventLoop(2 * LIMIT_MS);
  expect((await waiting).rows).toEqual([{ one: 1 }]);
});

test("a server that doesn't answer is given up, and so is a statement that takes too long", async () => {
  const silent = await silentUrl();
  await expect(newClient(silent).connect()).rejects.toThrow(LATE);
  await expect(newPool(silent).query("SELECT 1")).rejects.toThrow(LATE);
  const client = newClient(await workerControlUrl());
  await client.connect();
  const slow: LimitedQuery = { text: "SELECT pg_sleep(600)", answerWithinMs: 50 };
  await expect(client.query(slow)).rejects.toThrow("Query read timeout");
});

test("a caller who waits for a client in vain is told so, and the client that comes later is for the next", async () => {
  const pool = newPool(await workerControlUrl());
  const held = await pool.connect();
  await expect(pool.connect()).rejects.toThrow(LATE);
  held.release();
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});
