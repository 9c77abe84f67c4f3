import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { asCustomer } from "@/tests/support/databases";
import { lasting, NumberedWriters } from "@/tests/support/numbered-writers";
import { openTwoHosts } from "@/tests/support/two-hosts";

const hosts = await openTwoHosts();
const { make, move, urlOf, service, otherId } = hosts;

afterAll(hosts.close);

const WRITERS = ["a", "b", "c", "d"];

async function open(id: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await urlOf(id) });
  client.on("error", () => {});
  await client.connect();
  return client;
}

it("every write that was acknowledged is there after a move and a move back, and writers go on", async () => {
  const id = await make("under-load", "CREATE TABLE number (writer text, n int, PRIMARY KEY (writer, n))");
  const writers = new NumberedWriters();
  for (const writer of WRITERS) {
    const withClient = lasting(
      () => open(id),
      (client) => client.end().catch(() => undefined),
    );
    const text = "INSERT INTO number VALUES ($1, $2)";
    writers.add(writer, (n) => withClient((client) => client.query(text, [writer, n])));
  }
  await writersCome(writers, 3);
  for (const hostId of [otherId, service.hostId, otherId]) {
    await move(id, { hostId });
    await writersCome(writers, 3);
  }
  await writers.stop();
  const { rows } = await asCustomer(await urlOf(id), (client) => client.query("SELECT writer, n FROM number"));
  const there = new Set(rows.map(({ writer, n }) => `${writer} ${n}`));
  for (const [writer, written] of writers.written) {
    expect(written.filter((n) => !there.has(`${writer} ${n}`))).toEqual([]);
    expect(written.length).toBeGreaterThanOrEqual(12);
    // The pauses were noticed.
    expect(writers.failures.get(writer)).toBeGreaterThan(0);
  }
  expect(await hosts.violations()).toEqual([]);
});

/** Resolves when each writer has written so many numbers more. */
async function writersCome(writers: NumberedWriters, more: number): Promise<void> {
  const before = new Map([...writers.written].map(([writer, written]) => [writer, written.length]));
  const hasCome = () =>
    [...writers.written].every(([writer, written]) => written.length >= (before.get(writer) ?? 0) + more);
  while (!hasCome()) await sleep(20);
}
