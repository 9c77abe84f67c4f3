import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type EmbeddedControl, startEmbeddedControl } from "@/lib/server/embedded-postgres/start";
import { migrate } from "@/lib/server/migrations/migrate";
import { goBack } from "@/lib/server/upgrade-copies/go-back";
import { keepUpgradeCopy } from "@/lib/server/upgrade-copies/keep";
import { settleUpgrade } from "@/lib/server/upgrade-copies/settle";
import { DataFolder, isRoot, mountImage, queryOne } from "@/tests/support/data-folder";
import { fillUp } from "@/tests/support/full-disk";

const log = () => undefined;

/** A stopped installation of this version. */
const made = new DataFolder();
let folder: DataFolder;
let running: EmbeddedControl | null = null;
let said: string[] = [];

beforeAll(async () => {
  folder = made;
  const { controlUrl } = await start();
  await migrate(controlUrl);
  await queryOne(controlUrl, "CREATE TABLE trial AS SELECT 'older' AS version");
  await settleUpgrade(made.path);
  await stop();
});

afterAll(() => made.remove());

beforeEach(() => {
  folder = new DataFolder();
});

afterEach(async () => {
  await stop();
  if (existsSync(`${folder.path}.image`)) execFileSync("umount", [folder.path]);
  await folder.remove();
});

const control = () => join(folder.state.postgresDirectory, "control");
const copies = () => readdirSync(join(control(), "upgrade-copies"));
const markOf = () => join(control(), "data", "coppice-upgrade.json");

/** The control cluster, by which this version keeps a copy before it migrates. */
async function start(keepsUpgradeCopy = true): Promise<EmbeddedControl> {
  said = [];
  const settings = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };
  const options = { dataDir: folder.path, settings, log: (line: string) => void said.push(line) };
  const beforeStart = async (path: string) => {
    if (keepsUpgradeCopy) await keepUpgradeCopy(path, options);
  };
  running = await startEmbeddedControl({ ...options, beforeStart });
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = null;
}

/** The files say that a version without the last migration made them. */
function forgetLastMigration(): void {
  const mark = JSON.parse(readFileSync(markOf(), "utf8"));
  writeFileSync(markOf(), JSON.stringify({ ...mark, migrations: mark.migrations.slice(0, -1) }));
}

function makeOlder(): void {
  execFileSync("cp", ["--archive", `${made.path}/.`, folder.path]);
  forgetLastMigration();
}

/** A start of this version that gets as far as `version` in its migration. */
async function write(version: string): Promise<void> {
  const { controlUrl } = await start();
  await queryOne(controlUrl, `UPDATE trial SET version = '${version}'`);
  await stop();
}

async function version(): Promise<unknown> {
  const { controlUrl } = await start(false);
  const row = await queryOne(controlUrl, "SELECT version FROM trial");
  await stop();
  return row?.version;
}

class Killed extends Error {}

function killedAt(point: string) {
  return (passed: string) => {
    if (passed === point) throw new Killed(point);
  };
}

const keep = (crashPoint?: (name: string) => void) =>
  keepUpgradeCopy(folder.state.postgresDirectory, { log, ...(crashPoint && { crashPoint }) });

it("a first start keeps no copy, nor does one whose migrations are all applied", async () => {
  const { controlUrl } = await start();
  await migrate(controlUrl);
  await settleUpgrade(folder.path);
  await stop();
  await start();
  expect(readdirSync(control())).not.toContain("upgrade-copies");
});

it("a version with a new migration keeps one copy, and another start before its end doesn't overwrite it", async () => {
  makeOlder();
  await write("half-migrated");
  expect(said.join("\n")).toContain("`npm run coppice -- migrate --back` goes back to it.");
  const [first] = copies();
  await write("further migrated");
  expect(copies()).toEqual([first]);
  expect(await goBack(folder.path, { log })).toMatchObject({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
  });
  expect(await version()).toBe("older");
});

it("the copy stays after the upgrade, and goes when the next one has ended", async () => {
  makeOlder();
  await write("newer");
  await settleUpgrade(folder.path);
  const [first] = copies();
  await write("newer still");
  expect(copies()).toEqual([first]);
  forgetLastMigration();
  await write("newest");
  expect(copies()).toHaveLength(2);
  await settleUpgrade(folder.path);
  expect(copies()).toHaveLength(1);
  expect(copies()).not.toEqual([first]);
  await goBack(folder.path, { log });
  expect(await version()).toBe("newer still");
});

it("an older version that goes on after an upgrade that failed has a new copy made by the next upgrade", async () => {
  makeOlder();
  await keep();
  const [first] = copies();
  // The older version finds nothing to apply, and says so.
  await settleUpgrade(folder.path);
  forgetLastMigration();
  await keep();
  expect(copies()).toHaveLength(2);
  expect(copies()).toContain(first);
});

it("a version that lacks applied migrations keeps no copy: it will be refused", async () => {
  makeOlder();
  const mark = JSON.parse(readFileSync(markOf(), "utf8"));
  writeFileSync(markOf(), JSON.stringify({ ...mark, migrations: [...mark.migrations, "99990101000000_later"] }));
  await keep();
  expect(readdirSync(control())).not.toContain("upgrade-copies");
});

it("killed at any moment of keeping a copy: the next start has one that is whole", async () => {
  makeOlder();
  const points: string[] = [];
  await keep((name) => void points.push(name));
  expect(points).toEqual(["upgrade-copy:begun", "upgrade-copy:copied", "upgrade-copy:kept"]);
  for (const point of points) {
    rmSync(join(control(), "upgrade-copies"), { recursive: true });
    await expect(keep(killedAt(point))).rejects.toThrow(Killed);
    await keep();
    expect(copies()).toHaveLength(1);
    await write("half-migrated");
    await goBack(folder.path, { log });
    expect(await version(), point).toBe("older");
  }
});

it("killed when an upgrade has just been noted: earlier copies go at the next start", async () => {
  makeOlder();
  await keep();
  await settleUpgrade(folder.path);
  forgetLastMigration();
  await keep();
  await expect(settleUpgrade(folder.path, killedAt("upgrade-copy:settled"))).rejects.toThrow(Killed);
  const newest = copies().at(-1);
  await settleUpgrade(folder.path);
  expect(copies()).toEqual([newest]);
});

it("killed at any moment of going back: nothing starts on a half of it, and the command goes on", async () => {
  makeOlder();
  await write("newer");
  const points: string[] = [];
  await goBack(folder.path, { log, crashPoint: (name) => void points.push(name) });
  expect(points).toEqual([...["go-back:copied", "go-back:begun", "go-back:moved-away", "go-back:exchanged"]]);
  for (const point of points) {
    await write(`newer at ${point}`);
    await expect(goBack(folder.path, { log, crashPoint: killedAt(point) })).rejects.toThrow(Killed);
    if (point !== "go-back:copied") {
      await expect(start()).rejects.toThrow("Repeat `npm run coppice -- migrate --back`, which goes on.");
    }
    expect(await goBack(folder.path, { log })).toMatchObject({ keptIn: join(control(), "data.newer") });
    expect(await version(), point).toBe("older");
  }
});

it("going back is refused without a copy, while the service runs, and without an installation", async () => {
  await expect(goBack(folder.path, { log })).rejects.toThrow("There's no Coppice installation in");
  makeOlder();
  await expect(goBack(folder.path, { log })).rejects.toThrow("There's no copy from before an upgrade in");
  await write("newer");
  await start();
  await expect(goBack(folder.path, { log })).rejects.toThrow("is already running on");
  await stop();
  expect(await version()).toBe("newer");
});

// A normal user can mount no small disk.
it.runIf(isRoot)("a disk without room for a copy refuses the upgrade, unless none is wanted", async () => {
  mountImage(folder.path, "600M", ["mkfs.ext4", "-q"]);
  makeOlder();
  const filler = fillUp(folder.path);
  const message = /A copy of the control plane takes [\d.]+ MB.* COPPICE_UPGRADE_COPY=none/;
  await expect(keep()).rejects.toMatchObject({ name: "OperatorError", message: expect.stringMatching(message) });
  expect(readdirSync(control())).not.toContain("upgrade-copies");
  rmSync(filler);
  await start(false);
  await stop();
  expect(readdirSync(control())).not.toContain("upgrade-copies");
  await keep();
  expect(copies()).toHaveLength(1);
});
