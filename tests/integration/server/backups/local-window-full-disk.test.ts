import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { localWindowFolder, readLocalWindow } from "@/lib/core/local-window";
import { createLogger } from "@/lib/infra/logger";
import { noCrashPoint } from "@/lib/infra/system";
import { hasWindowFiles } from "@/lib/server/backups/local-window/files";
import { findWindowRoom } from "@/lib/server/backups/local-window/room";
import { runLocalWindow } from "@/lib/server/backups/local-window/run";
import { findBackedUpClusters } from "@/lib/server/backups/running-clusters";
import { DataFolder, isRoot, mountImage } from "@/tests/support/data-folder";
import { asCustomer } from "@/tests/support/databases";
import { fillUp, freeBytes, keptRows, openService } from "@/tests/support/full-disk";

const SETTINGS = { hours: 24, afterSeconds: 0, isAsked: false, scratch: null };
const ROWS = 1_000;
/** Less than the tenth of the disk that is left to the databases, and enough for segments of the log. */
const LEFT_BYTES = 64 * 1024 ** 2;

function newFolder(): DataFolder {
  const folder = new DataFolder();
  const unmount = mountImage(folder.path, "1G", ["mkfs.ext4", "-q"]);
  onTestFinished(async () => {
    await folder.stop();
    unmount();
    await folder.remove();
  });
  return folder;
}

/** Keeps the window as its process does, with the room that the disk really has. */
async function keepWindow(dataDir: string): Promise<{ ended: Promise<void>; stop: () => Promise<void> }> {
  const stopping = new AbortController();
  const restores = { isWaiting: async () => false, restore: async () => undefined };
  const ended = runLocalWindow(
    {
      ...{ dataDir, settings: SETTINGS, postgresBin: null, logger: createLogger("silent"), crashPoint: noCrashPoint },
      ...{ restores, room: await findWindowRoom(dataDir), roundMilliseconds: 50 },
    },
    stopping.signal,
  );
  const stop = () => {
    stopping.abort();
    return ended;
  };
  return { ended, stop };
}

/** Leaves so many bytes to others than root. */
function fillUpTo(folder: string, bytes: number): void {
  execFileSync("fallocate", ["--length", String(freeBytes(folder) - bytes), join(folder, "filler")]);
}

async function slotsOf(dataDir: string): Promise<number> {
  let count = -1;
  const [host] = (await findBackedUpClusters(dataDir)).clusters;
  await host?.asSuperuser("postgres", async (client) => {
    const { rows } = await client.query<{ count: number }>("SELECT count(*)::int AS count FROM pg_replication_slots");
    count = rows[0]?.count ?? -1;
  });
  return count;
}

const untilKept = (dataDir: string) =>
  expect.poll(async () => (await readLocalWindow(dataDir))?.restorableFrom ?? null, { timeout: 60_000 }).not.toBeNull();

/** Returns the last word of a window that has given way, of which nothing may be left. */
async function requireGivenWay(dataDir: string): Promise<void> {
  const status = await readLocalWindow(dataDir);
  expect(status).toMatchObject({ restorableFrom: null, restorableTo: null, bytes: 0 });
  expect(status?.failure).toMatch(/^The disk \S+ has only .+ free, which are left to the databases\.$/);
  expect(status?.pausedUntil && status.pausedUntil > new Date()).toBe(true);
  expect(hasWindowFiles(dataDir)).toBe(false);
}

/** Opens a database with rows, and a window that has it. */
async function openKept(folder: DataFolder) {
  const embedded = await folder.start({ keepsBallast: true });
  const service = await openService(embedded);
  const { url } = await service.create("orders");
  await asCustomer(url, (client) => client.query(`CREATE TABLE kept AS SELECT generate_series(1, ${ROWS}) AS n`));
  const window = await keepWindow(folder.path);
  await untilKept(folder.path);
  expect(await slotsOf(folder.path)).toBe(1);
  return { embedded, service, url, window };
}

// A normal user can mount no small disk.
describe.runIf(isRoot)("RF-19: the disk with the local window is full", () => {
  test("the window gives way before the databases lack room, and their sessions go on", async () => {
    const folder = newFolder();
    const { embedded, service, url, window } = await openKept(folder);
    const { postmasterPid } = embedded.host;
    await asCustomer(url, async (client) => {
      fillUpTo(folder.path, LEFT_BYTES);
      await window.ended;
      await requireGivenWay(folder.path);
      expect(await slotsOf(folder.path)).toBe(0);
      const { rows } = await client.query("INSERT INTO kept SELECT generate_series(1, 10000) RETURNING n");
      expect(rows.length).toBe(10_000);
    });
    expect(embedded.host.postmasterPid).toBe(postmasterPid);
    await service.close();
  });

  test("on a disk without a single free byte nothing is kept, and it begins again once there's room", async () => {
    const folder = newFolder();
    const { service, url, window } = await openKept(folder);
    const filler = fillUp(folder.path);
    // If the server lacked room for its log at this moment, it starts again, and the next process lets go of its WAL.
    await window.ended.catch(() => undefined);
    await requireGivenWay(folder.path);
    await expect.poll(() => slotsOf(folder.path).catch(() => null), { timeout: 60_000 }).not.toBeNull();
    await (await keepWindow(folder.path)).ended;
    await requireGivenWay(folder.path);
    expect(existsSync(join(localWindowFolder(folder.path), "passphrase"))).toBe(false);
    expect(await slotsOf(folder.path)).toBe(0);

    rmSync(filler);
    await expect.poll(() => keptRows(url), { timeout: 60_000 }).toBe(ROWS);
    await asCustomer(url, (client) => client.query("INSERT INTO kept VALUES (0)"));
    const next = await keepWindow(folder.path);
    await untilKept(folder.path);
    expect((await readLocalWindow(folder.path))?.failure).toBeNull();
    await next.stop();
    await service.close();
  });
});
