import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { asCustomer } from "@/tests/support/databases";
import { lasting, NumberedWriters } from "@/tests/support/numbered-writers";
import { openTwoHosts } from "@/tests/support/two-hosts";

const hosts = await openTwoHosts();
const { make, move, urlOf, service, operator, otherId } = hosts;

afterAll(() => hosts.close());

const WRITERS = ["a", "b", "c", "d"];

async function open(id: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await urlOf(id) });
  client.on("error", () => {});
  await client.connect();
  return client;
}

const NUMBERS = "CREATE TABLE number (writer text, n int, PRIMARY KEY (writer, n))";

/** Writers that write numbers into a database without pause. */
function startWriters(id: string): NumberedWriters {
  const writers = new NumberedWriters();
  for (const writer of WRITERS) {
    const withClient = lasting(
      () => open(id),
      (client) => client.end().catch(() => undefined),
    );
    const text = "INSERT INTO number VALUES ($1, $2)";
    writers.add(writer, (n) => withClient((client) => client.query(text, [writer, n])));
  }
  return writers;
}

/** Returns the numbers that were acknowledged and aren't there. Writers may go on meanwhile. */
async function missingOf(id: string, writers: NumberedWriters): Promise<string[]> {
  const written = [...writers.written].flatMap(([writer, numbers]) => numbers.map((n) => `${writer} ${n}`));
  const { rows } = await asCustomer(await urlOf(id), (client) => client.query("SELECT writer, n FROM number"));
  const there = new Set(rows.map(({ writer, n }) => `${writer} ${n}`));
  return written.filter((number) => !there.has(number));
}

it("every write that was acknowledged is there after a move and a move back, and writers go on", async () => {
  const id = await make("under-load", NUMBERS);
  const writers = startWriters(id);
  await writersCome(writers, 3);
  for (const hostId of [otherId, service.hostId, otherId]) {
    await move(id, { hostId });
    await writersCome(writers, 3);
  }
  await writers.stop();
  expect(await missingOf(id, writers)).toEqual([]);
  for (const [writer, written] of writers.written) {
    expect(written.length).toBeGreaterThanOrEqual(12);
    // The pauses were noticed.
    expect(writers.failures.get(writer)).toBeGreaterThan(0);
  }
  expect(await hosts.violations()).toEqual([]);
});

it("a long transaction that holds locks ends with the pause and nothing of it is copied; one that fails harms no write", async () => {
  const id = await make("long-transaction", NUMBERS, "CREATE TABLE held (n int); INSERT INTO held VALUES (0)");
  const hold = async (n: number) => {
    const [idle, busy] = [await open(id), await open(id)];
    await idle.query("BEGIN; LOCK TABLE held IN ACCESS EXCLUSIVE MODE");
    await idle.query("INSERT INTO held VALUES ($1)", [n]);
    await busy.query("BEGIN");
    await busy.query("INSERT INTO number VALUES ('uncommitted', $1)", [n]);
    const ended = expect(busy.query("SELECT pg_sleep(3600)")).rejects.toMatchObject({ code: "57P01" });
    return { idle, ended };
  };
  const writers = startWriters(id);
  await writersCome(writers, 3);
  const first = await hold(1);
  const failing = (point: string) => {
    if (point === "move.compared") throw new Error("it ends here");
  };
  await expect(move(id, { ctx: { ...operator, crashPoint: failing } })).rejects.toThrow("it ends here");
  await first.ended;
  await expect(first.idle.query("COMMIT")).rejects.toThrow();
  await hosts.expectUntouched(id);
  await writersCome(writers, 3);
  expect(await missingOf(id, writers)).toEqual([]);
  const second = await hold(2);
  await move(id);
  await second.ended;
  await writersCome(writers, 3);
  await writers.stop();
  expect(await missingOf(id, writers)).toEqual([]);
  await asCustomer(await urlOf(id), async (client) => {
    expect((await client.query("SELECT n FROM held")).rows).toEqual([{ n: 0 }]);
    expect((await client.query("SELECT FROM number WHERE writer = 'uncommitted'")).rowCount).toBe(0);
  });
  expect(await hosts.violations()).toEqual([]);
});

/** Resolves when each writer has written so many numbers more. */
async function writersCome(writers: NumberedWriters, more: number): Promise<void> {
  const before = new Map([...writers.written].map(([writer, written]) => [writer, written.length]));
  const hasCome = () =>
    [...writers.written].every(([writer, written]) => written.length >= (before.get(writer) ?? 0) + more);
  while (!hasCome()) await sleep(20);
}
