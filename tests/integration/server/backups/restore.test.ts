import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readReach } from "@/lib/server/backups/reach";
import { BackedUp, NumberWriter, nextMillisecond, readNumbers } from "@/tests/support/backups";
import { queryOne } from "@/tests/support/data-folder";

const world = new BackedUp();
/** The provisioner has no table of its own in the maintenance database, so the host has one for the numbers. */
const hostUrl = () => world.clusters.host.provisionerUrl.replace(/postgres$/, "numbers");
let between: Date;
let writtenBetween: number[];
let written: number[];

beforeAll(async () => {
  await world.start();
  await queryOne(world.clusters.host.provisionerUrl, "CREATE DATABASE numbers");
  await world.openEngine();
  await queryOne(world.clusters.controlUrl, "CREATE UNLOGGED TABLE unlogged AS SELECT 1 AS n");
  world.putObject("obj_first", "kept before the backup");
  world.keepShipping();
  const urls = [world.clusters.controlUrl, hostUrl()];
  const writer = new NumberWriter(urls);
  await writer.start();
  await writer.reach(200);
  await world.backUp();
  await writer.reach(600);
  await writer.stop();
  const counts = () => Promise.all(urls.map(async (url) => (await readNumbers(url)).highest));
  writtenBetween = await counts();
  between = await nextMillisecond();
  await nextMillisecond();
  for (const url of urls) await queryOne(url, "INSERT INTO number SELECT max(n) + 1, 'later' FROM number");
  world.putObject("obj_later", "kept after the backup");
  written = await counts();
  await world.stopShipping();
  // A round that was under way may have sent all of it, and says a time from before.
  await queryOne(world.clusters.controlUrl, "SELECT pg_logical_emit_message(true, 'test', 'after all')::text");
  await world.shipAll();
});
afterAll(() => world.remove());

/** The tables whose contents no backup has come back without them. */
async function unloggedIn(controlUrl: string): Promise<unknown> {
  return (await queryOne(controlUrl, "SELECT count(*)::int AS count FROM unlogged"))?.count;
}

async function numbersIn(target: Date | null) {
  const restored = await world.restore(target);
  const clusters = await restored.start();
  const urls = [clusters.controlUrl, clusters.host.provisionerUrl.replace(/postgres$/, "numbers")];
  const found = await Promise.all(urls.map(readNumbers));
  return { restored, found, unlogged: await unloggedIn(clusters.controlUrl) };
}

test("a restore to the newest has every acknowledged write of both clusters, the key ring and the objects", async () => {
  const { restored, found, unlogged } = await numbersIn(null);
  expect(unlogged).toBe(0);
  expect(found).toEqual(written.map((highest) => ({ highest, isWhole: true })));
  expect(readFileSync(join(restored.path, "secret-keys"), "utf8")).toBe(`${world.keyRing}\n`);
  const object = (id: string) => readFileSync(join(restored.path, "objects", "kept", id.slice(-2), id), "utf8");
  expect([object("obj_first"), object("obj_later")]).toEqual(["kept before the backup", "kept after the backup"]);
});

test("a restore to a second between two writes has the one and lacks the other", async () => {
  const { found } = await numbersIn(between);
  expect(found).toEqual(writtenBetween.map((highest) => ({ highest, isWhole: true })));
});

test("a restore to a second after the last write has everything", async () => {
  const reach = await readReach(await world.repository());
  const { found } = await numbersIn(reach?.at ?? null);
  expect(found).toEqual(written.map((highest) => ({ highest, isWhole: true })));
});

test("a time before the first backup and one after the last are refused with the times that would do", async () => {
  await expect(world.restore(new Date(0))).rejects.toMatchObject({
    name: "OperatorError",
    message: expect.stringMatching(/^The backups in .* begin at 20.*Z\. Choose a time after\.$/),
  });
  await expect(world.restore(new Date(Date.now() + 3_600_000))).rejects.toMatchObject({
    name: "OperatorError",
    message: expect.stringMatching(/^The backups in .* end at 20.*Z\. Choose a time before\.$/),
  });
});

test("the place has nothing that a stranger can read", async () => {
  const repository = await world.repository();
  const files = await repository.list("");
  expect(files.length).toBeGreaterThan(5);
  for (const { name } of files.filter((file) => file.name !== "repository")) {
    const bytes = readFileSync(join(world.placeFolder, name));
    expect(bytes.subarray(0, 4).toString(), name).toBe("CPB1");
    for (const text of [world.keyRing.slice(3), "kept before", "xxxxxxxx"])
      expect(bytes.includes(text), name).toBe(false);
  }
});

test("a restored installation may not write among the backups that it came from, and is restored from its own", async () => {
  const first = await world.restore(null);
  await first.start();
  const among = new BackedUp(world.settings.place);
  onTestFinished(() => among.remove());
  among.folder.path = first.path;
  await expect(among.openEngine()).rejects.toThrow(/has the backups of another installation/);

  const apart = new BackedUp();
  onTestFinished(() => apart.remove());
  apart.folder.path = first.path;
  await apart.openEngine();
  apart.keepShipping();
  await apart.backUp();
  await apart.shipAll();
  const { controlUrl } = await (await apart.restore(null)).start();
  expect(await readNumbers(controlUrl)).toEqual({ highest: written[0], isWhole: true });
});
