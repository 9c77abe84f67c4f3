import { open } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseLsn, SEGMENT_BYTES, segmentFile, segmentStart } from "@/lib/server/backups/lsn";
import { readReach } from "@/lib/server/backups/reach";
import { planRestore } from "@/lib/server/backups/restore/plan";
import { BackedUp, nextMillisecond } from "@/tests/support/backups";
import { queryOne } from "@/tests/support/data-folder";

const world = new BackedUp();

beforeAll(async () => {
  await world.start();
  await world.openEngine();
  world.keepShipping();
  await world.backUp();
});
afterAll(() => world.remove());

const write = (segments: number) =>
  queryOne(
    world.clusters.controlUrl,
    `SELECT pg_logical_emit_message(false, 'test', repeat('x', ${BigInt(segments) * SEGMENT_BYTES}))::text`,
  );

async function flushed(): Promise<bigint> {
  const row = await queryOne(world.clusters.controlUrl, "SELECT pg_current_wal_insert_lsn()::text AS lsn");
  return parseLsn(String(row?.lsn));
}

test.each([
  ["by a process that has sent before", async () => undefined],
  ["by a process that goes on where another ended", async () => void (await world.openEngine())],
])("a time amid more WAL than a segment, sent at once %s, has all that was committed before", async (_, restart) => {
  await world.shipAll();
  await restart();
  await write(2);
  const committed = await flushed();
  const target = await nextMillisecond();
  await nextMillisecond();
  await write(2);
  await world.shipAll();
  const { wal } = await planRestore(await world.repository(), target);
  expect(wal.control.at(-1)?.end).toBeGreaterThanOrEqual(committed);
});

test("a record that can't be read amid the WAL fails a restore, to the newest and to a time", async () => {
  await world.shipAll();
  const from = await flushed();
  await write(3);
  const name = segmentFile(1, segmentStart(from) + SEGMENT_BYTES);
  const file = await open(join(world.clusters.control.dataDirectory, "pg_wal", name), "r+");
  await file.write("spoilt", Number(SEGMENT_BYTES) / 2);
  await file.close();
  await world.shipAll();
  const repository = await world.repository();
  for (const target of [null, (await readReach(repository))?.at ?? null]) {
    await expect(world.restore(target), String(target)).rejects.toThrow("The write-ahead log can't be read after");
  }
});
