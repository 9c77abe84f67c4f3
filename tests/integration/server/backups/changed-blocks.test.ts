import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyOf, type Manifest } from "@/lib/server/backups/manifest";
import { deleteExpired } from "@/lib/server/backups/retention";
import { ObjectShipper } from "@/lib/server/backups/ship-objects";
import { BackedUp } from "@/tests/support/backups";
import { queryOne } from "@/tests/support/data-folder";
import { putInWholeFiles } from "@/tests/support/whole-file-backups";

const DIGEST = "SELECT count(*)::int AS count, sum(hashtext(payload))::text AS digest FROM entry";
const PAGES = 2_000;
const world = new BackedUp();
const urlIn = (provisionerUrl: string, database: string) => provisionerUrl.replace(/postgres$/, database);
const onHost = (database: string, text: string) => queryOne(urlIn(world.clusters.host.provisionerUrl, database), text);
let first: Manifest;

beforeAll(async () => {
  await world.start();
  await onHost("postgres", "CREATE DATABASE source");
  // One row a page, of text that compresses to a half. No index gets new rows, and none comes from elsewhere.
  await onHost("source", "CREATE TABLE entry (n int, payload text STORAGE PLAIN) WITH (autovacuum_enabled = off)");
  await onHost(
    "source",
    `INSERT INTO entry SELECT n, (SELECT string_agg(md5(n::text || part), '') FROM generate_series(1, 200) part)
     FROM generate_series(1, ${PAGES}) n`,
  );
  await onHost("source", "VACUUM (FREEZE) entry");
  await world.openEngine();
  first = await backUp();
});
afterAll(() => world.remove());

async function backUp(): Promise<Manifest> {
  world.keepShipping();
  const manifest = await world.backUp();
  await world.shipAll();
  return manifest;
}

async function storedFor({ id }: Manifest): Promise<number> {
  const files = await (await world.repository()).list(`base/${id}/`);
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function digestsInRestored(...databases: string[]): Promise<unknown[]> {
  const restored = await world.restore(null);
  const { host } = await restored.start();
  const digests = await Promise.all(databases.map((name) => queryOne(urlIn(host.provisionerUrl, name), DIGEST)));
  await restored.stop();
  return digests;
}

const idsIn = (manifest: Manifest) => new Set(copyOf(manifest, "host-1").volumes.map((name) => name.split("/")[1]));

test("a base backup after a change of 1 % of the pages stores at most 5 % of the bytes, and recovers exactly", async () => {
  // The row goes to a new page, and its old page says so.
  await onHost("source", `UPDATE entry SET payload = reverse(payload) WHERE n % 200 = 0`);
  const second = await backUp();
  expect(copyOf(second, "host-1").bytes).toBeGreaterThan(PAGES * 8_192);
  expect((await storedFor(second)) / (await storedFor(first))).toBeLessThanOrEqual(0.05);
  expect(idsIn(second)).toEqual(new Set([first.id, second.id]));
  expect(await digestsInRestored("source")).toEqual([await onHost("source", DIGEST)]);
  expect(await world.prove()).toMatchObject({ outcome: "proven" });
});

test("ten branches, copied by file and through the log, cost less than a tenth of their database", async () => {
  const names = Array.from({ length: 10 }, (_, number) => `branch_${number}`);
  for (const [number, name] of names.entries()) {
    const strategy = number % 2 === 0 ? "WAL_LOG" : "FILE_COPY";
    await onHost("postgres", `CREATE DATABASE ${name} TEMPLATE source STRATEGY ${strategy}`);
  }
  await onHost("branch_3", "UPDATE entry SET payload = 'changed' WHERE n = 7");
  const third = await backUp();
  expect(copyOf(third, "host-1").bytes).toBeGreaterThan(11 * PAGES * 8_192);
  expect((await storedFor(third)) / (await storedFor(first))).toBeLessThan(0.1);
  const wanted = await Promise.all(["source", ...names].map((name) => onHost(name, DIGEST)));
  expect(await digestsInRestored("source", ...names)).toEqual(wanted);
});

test("retention keeps the volumes of expired backups that the newest needs, and deletes those that none needs", async () => {
  const repository = await world.repository();
  const objects = new ObjectShipper(world.folder.path, repository, null);
  const expireAllBut = async ({ finishedAt }: Manifest) => {
    const options = { keepDays: 1, objects, now: new Date(finishedAt.getTime() + 2 * 86_400_000) };
    await deleteExpired(repository, options);
    return (await repository.list("base/")).map(({ name }) => name);
  };
  const [volume] = copyOf(first, "host-1").volumes;
  const left = await expireAllBut(await backUp());
  expect(left).toContain(volume);
  expect(left).not.toContain(`base/${first.id}/manifest`);
  expect(await digestsInRestored("source", "branch_3")).toEqual([
    ...[await onHost("source", DIGEST), await onHost("branch_3", DIGEST)],
  ]);
  for (let number = 0; number < 10; number += 1) await onHost("postgres", `DROP DATABASE branch_${number}`);
  await onHost("source", "UPDATE entry SET payload = reverse(payload)");
  await onHost("source", "VACUUM (FULL, FREEZE) entry");
  // The next one learns from this one how little of the first volume is used.
  await backUp();
  const later = await backUp();
  expect(await expireAllBut(later)).not.toContain(volume);
  expect(await digestsInRestored("source")).toEqual([await onHost("source", DIGEST)]);
});

test("a backup after a proof that failed relies on nothing that was stored before, and is proven", async () => {
  const before = await backUp();
  const damaged = copyOf(before, "host-1").volumes.find((name) => !name.includes(before.id)) ?? "";
  const path = join(world.placeFolder, damaged);
  writeFileSync(
    path,
    readFileSync(path).map((byte, at) => (at === 1_000 ? byte ^ 1 : byte)),
  );
  const message = `${damaged} in ${world.placeFolder} is damaged or was changed: it doesn't open.`;
  expect(await world.prove()).toMatchObject({ outcome: "failed", reason: message });
  const anew = await backUp();
  expect(idsIn(anew)).toEqual(new Set([anew.id]));
  expect(await world.prove()).toMatchObject({ outcome: "proven" });
  expect(idsIn(await backUp())).toContain(anew.id);
});

test("a backup of an earlier version, with whole files, recovers, and the next begins anew", async () => {
  const repository = await world.repository();
  const whole = await putInWholeFiles(repository, await backUp());
  expect(await world.prove()).toMatchObject({ outcome: "proven", backupId: whole.id });
  expect(await digestsInRestored("source")).toEqual([await onHost("source", DIGEST)]);
  const next = await backUp();
  expect(idsIn(next)).toEqual(new Set([next.id]));
});
