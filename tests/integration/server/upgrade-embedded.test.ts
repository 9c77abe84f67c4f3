import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Build } from "@/tests/support/builds";
import { DataFolder } from "@/tests/support/data-folder";
import { readPage, under } from "@/tests/support/guides/guide-blocks";
import { Reader } from "@/tests/support/guides/reader";

const LATER = "99990101000000_later";
const [back, copy, putBack] = under(readPage("operating"), "With the embedded databases");

let folder: DataFolder;
let reader: Reader;
let older: Build;
let newer: Build;

beforeAll(async () => {
  folder = new DataFolder();
  older = await Build.ofCheckout(join(folder.parent, "older"));
  const sql = "CREATE TABLE later_trial (id text PRIMARY KEY)";
  newer = await Build.withFile(join(folder.parent, "newer"), { version: "99.0.0", name: LATER, sql });
  await folder.start();
  await folder.stop();
  reader = await Reader.start({}, {});
  await reader.type(`export COPPICE_DATA_DIR='${folder.path}'`);
});

afterAll(async () => {
  await reader?.leave();
  await folder?.remove();
});

const run = (build: Build, ...args: string[]) => build.coppice(args, { COPPICE_DATA_DIR: folder.path });

it("the page's commands keep a data folder from before an upgrade, and put it back in its place", async () => {
  expect(await run(older, "migrate")).toMatchObject({ code: 0 });
  expect(await run(older, "org", "create", "Before")).toMatchObject({ code: 0 });
  await reader.type(copy?.text ?? "");

  const migrated = await run(newer, "migrate");
  expect(migrated).toEqual({ code: 0, output: `Applied 1 migration to the control plane, up to ${LATER}.\n` });
  const refused = await run(older, "org", "list");
  expect(refused.output).toContain(`this one doesn't know the migration ${LATER}`);
  expect(refused.code).toBe(1);

  await reader.type(putBack?.text ?? "");
  const listed = await run(older, "org", "list", "--json");
  expect(JSON.parse(listed.output)).toMatchObject({ items: [{ name: "Before" }] });
});

const names = async (build: Build): Promise<string[]> => {
  const { output } = await run(build, "org", "list", "--json");
  return JSON.parse(output).items.map(({ name }: { name: string }) => name);
};

it("a newer version keeps a copy of its own accord, and the page's command goes back to it", async () => {
  expect(back?.text.trim()).toBe("npm run coppice -- migrate --back");
  expect(await run(older, "org", "create", "Until then")).toMatchObject({ code: 0 });
  expect(await run(newer, "migrate")).toMatchObject({ code: 0 });
  expect(await run(newer, "org", "create", "Since")).toMatchObject({ code: 0 });
  const undone = await run(newer, "migrate", "--back");
  expect(undone).toEqual({ code: 0, output: expect.stringContaining("Start the older version.") });
  expect(await names(older)).toEqual(["Before", "Until then"]);
});

it("an upgrade that fails halfway, again and again, leaves the copy from before it", async () => {
  const sql = "CREATE TABLE half (id text PRIMARY KEY)";
  const broken = await Build.withFile(join(folder.parent, "broken"), { version: "99.0.1", name: LATER, sql });
  const failing = join(broken.folder, "prisma", "migrations", "99990102000000_failing");
  mkdirSync(failing);
  writeFileSync(join(failing, "migration.sql"), "SELECT 1 / 0");
  for (const attempt of [1, 2]) {
    const failed = await run(broken, "migrate");
    expect(failed.output, `${attempt}`).toContain("The migration 99990102000000_failing failed");
    expect(failed.code).toBe(1);
    expect((await run(older, "org", "list")).output).toContain(`this one doesn't know the migration ${LATER}`);
  }
  expect(await run(broken, "migrate", "--back")).toMatchObject({ code: 0 });
  expect(await names(older)).toEqual(["Before", "Until then"]);
});

it("going back needs the embedded control plane, and no backups that would have to go on", async () => {
  const refused = async (variables: Record<string, string>) =>
    older.coppice(["migrate", "--back"], { COPPICE_DATA_DIR: folder.path, ...variables });
  const other = await refused({ DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" });
  expect(other).toEqual({ code: 1, output: expect.stringContaining("With DATABASE_URL, no copy is kept.") });
  const backedUp = await refused({
    COPPICE_BACKUPS: join(folder.parent, "backups"),
    COPPICE_BACKUPS_PASSPHRASE_FILE: join(folder.parent, "passphrase"),
  });
  expect(backedUp).toEqual({ code: 1, output: expect.stringContaining("With COPPICE_BACKUPS, go back with") });
});
