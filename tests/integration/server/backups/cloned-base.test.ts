import { execFileSync } from "node:child_process";
import { existsSync, rmSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { FILE_COPY_LOCK } from "@/lib/core/file-copy-lock";
import { sourceOf } from "@/lib/server/backups/base-backup";
import { canClone, cloneCluster, clonedFiles, removeClone } from "@/lib/server/backups/clone-cluster";
import { leaveOffBackups } from "@/lib/server/backups/leave-off";
import type { Manifest } from "@/lib/server/backups/manifest";
import { type BackedUpCluster, findBackedUpClusters } from "@/lib/server/backups/running-clusters";
import { takeBackup } from "@/lib/server/backups/take-backup";
import { DiskFullError } from "@/lib/server/data-folder/disk-full";
import { BackedUp, NumberWriter, readNumbers } from "@/tests/support/backups";
import { isRoot, mountImage, queryOne } from "@/tests/support/data-folder";
import { pausing } from "@/tests/support/paused-backup";

const world = new BackedUp();
let clusters: BackedUpCluster[] = [];
let unmount: () => void;

const cloneOf = ({ dataDirectory }: BackedUpCluster) => join(dirname(dataDirectory), "backup-clone");
const host = () => clusters.find(({ name }) => name === "host-1") as BackedUpCluster;
const urlOf = (provisionerUrl: string) => provisionerUrl.replace(/postgres$/, "trial");
const url = () => urlOf(world.clusters.host.provisionerUrl);

/** Fills the disk, until the end of the test, but for this share. */
function leaveFree(share: number): void {
  const { bavail, blocks, bsize } = statfsSync(world.folder.path);
  const filler = join(world.folder.path, "filler");
  execFileSync("fallocate", ["-l", String(Math.floor(bavail - blocks * share) * bsize), filler]);
  onTestFinished(() => rmSync(filler));
}

/** Makes a base backup. Returns the steps that it has passed, too. */
async function backUp(whileSent: () => Promise<void> = async () => undefined): Promise<[Manifest, string[]]> {
  const passed: string[] = [];
  const manifest = await takeBackup({
    ...{ repository: pausing(await world.repository(), "host-1", whileSent), sources: clusters.map(sourceOf) },
    ...{ objects: null, isElsewhere: true, pace: null, patienceMilliseconds: 30_000 },
    ...{ onProgress: () => undefined, crashPoint: (point) => void passed.push(point) },
  });
  return [manifest, passed];
}

describe.runIf(isRoot)("a base backup of files that can share their blocks", () => {
  beforeAll(async () => {
    unmount = mountImage(world.folder.path, "2G", ["mkfs.xfs", "-q", "-m", "reflink=1"]);
    await world.start();
    ({ clusters } = await findBackedUpClusters(world.folder.path));
    await queryOne(world.clusters.host.provisionerUrl, "CREATE DATABASE trial");
    await world.openEngine();
    world.keepShipping();
  });
  afterAll(async () => {
    await world.stopShipping();
    await world.clusters.stop();
    unmount();
    await world.remove();
  });

  it("holds nobody up while it is sent, and is whole beside writes", async () => {
    const writer = new NumberWriter([url(), world.clusters.controlUrl]);
    await writer.start();
    await writer.reach(50);
    let isFree: unknown;
    const [, passed] = await backUp(async () => {
      const row = await queryOne(
        url(),
        `SELECT pg_try_advisory_lock_shared(hashtextextended('${FILE_COPY_LOCK}', 0)) AS free`,
      );
      isFree = row?.free;
      expect(existsSync(cloneOf(host()))).toBe(true);
      await writer.reach(200);
    });
    expect(isFree).toBe(true);
    expect(passed).toEqual(expect.arrayContaining(["backup:host-1:cloned", "backup:control:cloned"]));
    expect(clusters.filter((cluster) => existsSync(cloneOf(cluster)))).toEqual([]);
    await writer.stop();
    const written = [await readNumbers(url()), await readNumbers(world.clusters.controlUrl)];
    await world.shipAll();
    const restored = await (await world.restore(null)).start();
    expect([await readNumbers(urlOf(restored.host.provisionerUrl)), await readNumbers(restored.controlUrl)]).toEqual(
      written,
    );
    expect(written.every(({ isWhole, highest }) => isWhole && highest >= 200)).toBe(true);
    world.keepShipping();
  });

  it("removes the clone of a backup that was killed", async () => {
    await cloneCluster(host().dataDirectory);
    expect(existsSync(join(cloneOf(host()), "global", "pg_control"))).toBe(true);
    await backUp();
    expect(existsSync(cloneOf(host()))).toBe(false);
    await cloneCluster(host().dataDirectory);
    await leaveOffBackups(world.folder.path);
    expect(existsSync(cloneOf(host()))).toBe(false);
  });

  it("ends before a clone takes the room that the databases need", async () => {
    const clone = await cloneCluster(host().dataDirectory);
    if (clone === null) throw new Error("no clone was made");
    onTestFinished(() => removeClone(host().dataDirectory));
    leaveFree(0.02);
    const readAgainAndAgain = async () => {
      for await (const entry of clonedFiles(clone)) {
        if (entry.kind === "folder") continue;
        for (;;) for await (const _chunk of entry.bytes()) await turn();
      }
    };
    await expect(readAgainAndAgain()).rejects.toThrow(DiskFullError);
    expect(await canClone(host().dataDirectory)).toBe(false);
  });

  it("copies the files themselves while the disk is nearly full", async () => {
    leaveFree(0.04);
    const [manifest, passed] = await backUp();
    expect(manifest.clusters["host-1"]?.files).toBeGreaterThan(100);
    expect(passed.filter((point) => point.endsWith(":cloned"))).toEqual([]);
  });
});
