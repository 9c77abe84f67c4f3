import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBackupStatus } from "@/lib/core/backup-status";
import type { Actor } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { listPastRestores } from "@/lib/hosting/past-restores/list";
import { requestPastRestore } from "@/lib/hosting/past-restores/request";
import { reconcile } from "@/lib/jobs/reconcile";
import { findScratch } from "@/lib/server/backups/scratch/folder";
import { BackedUp, nextMillisecond } from "@/tests/support/backups";
import { placePrograms } from "@/tests/support/bundled-programs";
import { queryOne } from "@/tests/support/data-folder";
import { createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { runRestoreProcess } from "@/tests/support/restore-process";
import { findProcesses } from "@/tests/support/supervised-service";

/** All steps of a restore to a time. One that is interrupted for the third time isn't begun again. */
const KILLED_AT = [
  ["fetching", "staged"],
  ["replaying", "filled"],
  ["recovered", "copied"],
  ["copying", "role"],
  ["brought-back", "opened"],
  ["granted", "granted"],
] as const;

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `past-crash-${process.pid}`);
const world = new BackedUp();
let service: HostingService;
let owner: Actor;
let source: string;
let at: Date;

const contextOf = async (actor: Actor) => ({
  ...(await service.context(actor)),
  readBackups: () => readBackupStatus(world.folder.path),
  readLocalWindow: async () => null,
});
const urlOf = async (databaseId: string) =>
  (await revealConnectionString(await service.context(owner), { databaseId })).connectionString;
const rowOf = (databaseId: string) =>
  service.db.pastRestore.findUniqueOrThrow({
    where: { databaseId },
    select: { status: true, attempts: true, database: { select: { status: true, failureReason: true } } },
  });
async function databasesOfHost(): Promise<string[]> {
  const text =
    "SELECT array_agg(datname::text ORDER BY datname) AS names FROM pg_database WHERE datname ~ '^db_|stage'";
  return (await queryOne(world.clusters.host.provisionerUrl, text))?.names as string[];
}

const restoreOne = (crashAt?: string) => runRestoreProcess({ built, world, service, crashAt });

/** Kills the host's server as well, with which its processes end, and waits for its next start. */
async function restartHost(): Promise<void> {
  const { host } = world.clusters;
  const before = host.postmasterPid;
  process.kill(before, "SIGKILL");
  await expect.poll(() => host.postmasterPid).not.toBe(before);
  await expect.poll(() => databasesOfHost().catch(() => null)).not.toBeNull();
}

beforeAll(async () => {
  await placePrograms(built);
  await world.start();
  service = await openHostingService(world.clusters.host);
  owner = (await service.organisation()).member.owner;
  source = await createReadyDatabase(service, owner);
  await world.openEngine();
  world.keepShipping();
  await world.backUp();
  await queryOne(await urlOf(source), "CREATE TABLE item AS SELECT n FROM generate_series(1, 1000) n");
  at = await nextMillisecond();
  await nextMillisecond();
  await queryOne(await urlOf(source), "DELETE FROM item WHERE n > 10");
  await world.shipAll();
  await world.engine.ship();
  await world.engine.say(null);
});
afterAll(async () => {
  await service?.close();
  await world.remove();
  rmSync(built, { recursive: true, force: true });
});

test.each(KILLED_AT)(
  "a restore to a time that is killed with its host at %s, and again at %s, is repaired by the next start",
  async (...points) => {
    const before = await databasesOfHost();
    const name = points.join("-");
    const { id } = await requestPastRestore(await contextOf(owner), { databaseId: source, at, name });
    for (const point of points) {
      expect(await restoreOne(point), point).toBe("SIGKILL");
      await restartHost();
      expect(await rowOf(id), point).toMatchObject({ status: "running", database: { status: "provisioning" } });
      // The worker looks at everything when it starts, and leaves a restore that has begun alone.
      const [report] = await reconcile(await service.worker());
      expect(report, point).toMatchObject({ unreachable: null, missing: [], settled: [], dropped: [] });
    }
    expect(await restoreOne()).toBeNull();
    expect(await rowOf(id)).toMatchObject({ status: "done", attempts: 3, database: { status: "ready" } });
    const count = "SELECT count(*)::int FROM item";
    expect(await queryOne(await urlOf(id), count)).toEqual({ count: 1000 });
    expect(await queryOne(await urlOf(source), count)).toEqual({ count: 10 });
    expect(await databasesOfHost()).toEqual([...before, id].sort());
    const { folder } = await findScratch(world.folder.path, world.settings);
    expect(existsSync(folder)).toBe(false);
    expect(findProcesses(({ workingFolder }) => workingFolder.startsWith(folder))).toEqual([]);
  },
);

test("a restore that is killed when it has ended stays as it is", async () => {
  const { id } = await requestPastRestore(await contextOf(owner), { databaseId: source, at, name: "at-ready" });
  expect(await restoreOne("ready")).toBe("SIGKILL");
  await restartHost();
  expect(await restoreOne()).toBeNull();
  expect(await rowOf(id)).toMatchObject({ status: "done", attempts: 1, database: { status: "ready" } });
  const { items } = await listPastRestores(await contextOf(owner), { databaseId: source });
  expect(items.every(({ step }) => step === null)).toBe(true);
});

test("backups that are made after all of this are proven", async () => {
  await world.openEngine();
  world.keepShipping();
  await world.backUp();
  await world.shipAll();
  expect(await world.prove()).toMatchObject({ outcome: "proven", reason: null });
});
