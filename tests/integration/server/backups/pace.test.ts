import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBackupStatus } from "@/lib/core/backup-status";
import { Pace } from "@/lib/server/backups/pace";
import { readReach } from "@/lib/server/backups/reach";
import { BackedUp } from "@/tests/support/backups";
import { queryOne } from "@/tests/support/data-folder";
import { GivenTime } from "@/tests/support/given-time";

const RATE = 1_000_000;
const CHUNK = 65_536;
const OBJECT_BYTES = 400_000;

const world = new BackedUp();
const time = new GivenTime();

/** The bytes of the place's files with a prefix, as they were sent. */
async function sentBelow(prefix: string): Promise<number> {
  const files = await (await world.repository()).list(prefix);
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

beforeAll(async () => {
  await world.start();
  await queryOne(world.clusters.controlUrl, "CREATE TABLE kept (note text)");
  await world.openEngine(new Pace(RATE, time));
});
afterAll(() => world.remove());

test("a base backup and objects are sent at the rate, all taken together, and nothing else counts", async () => {
  world.putObject("obj_first", randomBytes(OBJECT_BYTES).toString("latin1"));
  world.keepShipping();
  await world.backUp();
  await world.stopShipping();
  const sent = (await sentBelow("base/")) + (await sentBelow("objects/"));
  expect(await sentBelow("objects/")).toBeGreaterThan(OBJECT_BYTES);
  const allowed = (time.now() / 1_000) * RATE;
  // The last chunk of a time has none to wait for it, and manifest and list of objects are small.
  expect(sent).toBeLessThanOrEqual(allowed + 2 * CHUNK);
  expect(sent).toBeGreaterThanOrEqual(allowed);
});

test("while objects are held back, writes arrive as ever, and the report says how far objects are", async () => {
  await world.engine.ship();
  await world.engine.ship();
  const before = (await readReach(await world.repository()))?.objectsBefore;
  time.stop();
  world.putObject("obj_second", randomBytes(OBJECT_BYTES).toString("latin1"));
  const waited = time.now();
  for (const note of ["one", "two", "three"]) {
    await queryOne(world.clusters.controlUrl, `INSERT INTO kept VALUES ('${note}')`);
    await world.engine.ship();
  }
  await world.engine.say(null);
  const names = async () => (await (await world.repository()).list("objects/")).map(({ name }) => name);
  expect(await names()).not.toContain("objects/nd/obj_second");
  expect(time.now()).toBe(waited);
  const status = await readBackupStatus(world.folder.path);
  expect(status?.objectsUpTo && status.upTo && status.objectsUpTo < status.upTo).toBe(true);
  const restored = await world.restore(null);
  const { controlUrl } = await restored.start();
  expect(await queryOne(controlUrl, "SELECT count(*)::int FROM kept")).toEqual({ count: 3 });
  await restored.stop();

  time.goOn();
  await expect.poll(names).toContain("objects/nd/obj_second");
  await expect
    .poll(async () => {
      await world.engine.ship();
      return world.engine.status.objectsUpTo;
    })
    .not.toEqual(before);
});
