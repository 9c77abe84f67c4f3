import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { findEmbeddedPostgres } from "@/lib/server/embedded-postgres/find-running";
import { DataFolder, queryOne } from "@/tests/support/data-folder";
import { type GuideBlock, readPage, under } from "@/tests/support/guides/guide-blocks";
import { Reader } from "@/tests/support/guides/reader";
import { type RunningProcess, startProcess, untilReady } from "@/tests/support/lanes-setup";

const blocks = readPage("backups");
const folder = new DataFolder();
const restored = { newest: new DataFolder(), second: new DataFolder() };
let reader: Reader;
let service: RunningProcess;
let controlUrl: string;
let url: string;

/** The paths of the page are another machine's. */
const here = (block: GuideBlock, dataDir = folder.path): GuideBlock => ({
  ...block,
  text: block.text
    .replaceAll("/etc/coppice", reader.folder)
    .replaceAll("/mnt/backups", join(reader.folder, "backups"))
    .replaceAll("/srv/coppice", dataDir),
});
const follow = (heading: string) => reader.follow(under(blocks, heading).map((block) => here(block)));

beforeAll(async () => {
  reader = await Reader.start({}, { LOG_LEVEL: "silent" });
  await mkdir(join(reader.folder, "backups"));
});

afterAll(async () => {
  await service?.stop();
  await reader?.leave();
  for (const data of [folder, ...Object.values(restored)]) await data.remove();
});

it("Set it up", async () => {
  await follow("Set it up");
  const set = (await reader.type("printenv COPPICE_BACKUPS COPPICE_BACKUPS_PASSPHRASE_FILE")).trim().split("\n");
  const [COPPICE_BACKUPS = "", COPPICE_BACKUPS_PASSPHRASE_FILE = ""] = set;
  const port = await findFreePort([]);
  url = `http://localhost:${port}`;
  service = startProcess(join(dirname(reader.folder), "service.log"), ["dist/server.js"], {
    ...{ COPPICE_BACKUPS, COPPICE_BACKUPS_PASSPHRASE_FILE, COPPICE_DATA_DIR: folder.path },
    ...{ PORT: String(port), LOG_LEVEL: "error", COPPICE_BACKUPS_SECONDS: "1" },
  });
  await untilReady(url, service);
  const lastBackup = async () => (await (await fetch(`${url}/ready`)).json()).backups?.lastBackupAt ?? null;
  await expect.poll(lastBackup, { timeout: 60_000 }).not.toBeNull();
  await reader.type(`export COPPICE_DATA_DIR='${folder.path}'`);
  controlUrl = (await findEmbeddedPostgres(folder.path))?.controlUrl ?? "";
  await queryOne(controlUrl, "CREATE TABLE kept AS SELECT 1 AS n");
});

it("Make one now", () => follow("Make one now"));
it("See how far they reach", () => follow("See how far they reach"));
it("Prove that they work", async () => {
  // The service proves its first backup itself, and two at a time are refused.
  const proof = async () => (await (await fetch(`${url}/ready`)).json()).backups?.proof ?? null;
  await expect.poll(proof, { timeout: 120_000 }).not.toBeNull();
  await follow("Prove that they work");
});

it("Restore, and restore to a second", async () => {
  const row = await queryOne(controlUrl, "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at");
  const between = new Date(Number(row?.at)).toISOString();
  await queryOne(controlUrl, "INSERT INTO kept VALUES (2)");
  const reach = async () =>
    JSON.parse((await reader.type("npm run coppice -- backup status --json")).trim()).upTo as string;
  const written = new Date().toISOString();
  await expect.poll(async () => (await reach()) > written).toBe(true);
  const numbers = async (data: DataFolder) => {
    const { controlUrl: url } = await data.start();
    return (await queryOne(url, "SELECT array_agg(n ORDER BY n) AS n FROM kept"))?.n;
  };
  await reader.follow(under(blocks, "Restore").map((block) => here(block, restored.newest.path)));
  expect(await numbers(restored.newest)).toEqual([1, 2]);
  const [toSecond] = under(blocks, "Restore to a second");
  if (!toSecond) throw new Error("the page has no restore to a second");
  await reader.type(`export COPPICE_DATA_DIR='${restored.second.path}'`);
  await reader.type(here(toSecond).text.replace("2026-11-27T14:05:00Z", between));
  expect(await numbers(restored.second)).toEqual([1]);
});
