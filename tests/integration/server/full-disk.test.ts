import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readlinkSync, statfsSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { listDatabases } from "@/lib/hosting/databases/list";
import { growVolume } from "@/lib/server/volumes/grow-volume";
import { createVolume, hostDirectory } from "@/lib/server/volumes/xfs-volume";
import { DataFolder, isRoot, mountImage } from "@/tests/support/data-folder";
import { asCustomer, refusalOf } from "@/tests/support/databases";
import { fillAsCustomer, fillUp, freeBytes, keptRows, openService } from "@/tests/support/full-disk";

const MIB = 1024 ** 2;
const KEPT_ROWS = 20_000;

function newFolder(size: string): DataFolder {
  const folder = new DataFolder();
  const unmount = mountImage(folder.path, size, ["mkfs.ext4", "-q"]);
  onTestFinished(async () => {
    await folder.stop();
    unmount();
    await folder.remove();
  });
  return folder;
}

const held = (path: string) => (existsSync(path) ? statSync(path).blocks * 512 : 0);

// A normal user can mount no small disk.
describe.runIf(isRoot)("RF-19: a customer fills the disk that everything lies on", () => {
  test("the clusters come back by themselves, a start on the full disk works, and a deletion makes room", async () => {
    const folder = newFolder("1G");
    const first = await folder.start({ keepsBallast: true });
    const ballasts = ["control", "host-1"].map((name) => join(folder.state.postgresDirectory, name, "ballast"));
    const heldBytes = () => ballasts.map((path) => Math.round(held(path) / MIB));
    await expect.poll(heldBytes).toEqual([32, 128]);
    const service = await openService(first);
    const neighbour = await service.create("neighbour");
    const big = await service.create("big");
    await asCustomer(neighbour.url, (client) =>
      client.query(`CREATE TABLE kept AS SELECT g FROM generate_series(1, ${KEPT_ROWS}) g`),
    );
    const refusals = await fillAsCustomer(big.url);
    expect(refusals[0], refusals.join()).toMatch(/53100|terminat|57P/);
    await expect.poll(() => keptRows(neighbour.url)).toBe(KEPT_ROWS);
    await service.close();
    await folder.stop();
    const keptForHost = held(ballasts[1] ?? "");
    expect(keptForHost).toBeGreaterThan(0);
    expect(keptForHost).toBeLessThan(128 * MIB);
    // The last piece is given up at the start: customers would take from it the room that a deletion needs.
    truncateSync(ballasts[1] ?? "", 64 * MIB);
    fillUp(folder.path);
    expect(freeBytes(folder.path)).toBe(0);

    const second = await folder.start({ keepsBallast: true });
    expect(folder.said.join("\n")).toMatch(
      /The disk that holds \S+ is full \([\d.]+ \w+ of 97\d(\.\d)? MB free\): free some space\. Until there is space, customers can.t connect/,
    );
    expect(await refusalOf(neighbour.url)).toBe("28000");
    const again = await openService(second, service.organisation);
    const { items } = await listDatabases(again.owner, {});
    expect(items.map(({ name }) => name).sort()).toEqual(["big", "neighbour"]);
    // As the host's guard says within a minute.
    const volumes = [{ purpose: "data", path: folder.path, freeBytes: freeBytes(folder.path), totalBytes: 1024 * MIB }];
    await again.owner.db.host.updateMany({ data: { guardVolumes: volumes } });
    await deleteDatabase(again.owner, { databaseId: big.databaseId });
    await expect.poll(heldBytes).toEqual([32, 128]);
    await expect.poll(() => keptRows(neighbour.url)).toBe(KEPT_ROWS);
    await again.close();
  });
});

test(
  isRoot
    ? "RF-19: when a customer fills the volume the server goes on, and the volume grows while it runs or is stopped"
    : "a normal user is told that only root can enlarge a volume",
  async () => {
    const folder = new DataFolder();
    const volume = { dataDir: folder.path, log: () => undefined };
    if (!isRoot) {
      const refused = { name: "OperatorError", message: expect.stringMatching(/^Only root/) };
      await expect(growVolume({ ...volume, sizeBytes: 2048 * MIB })).rejects.toMatchObject(refused);
      return;
    }
    const mountPoint = () => hostDirectory(folder.state.postgresDirectory);
    onTestFinished(async () => {
      await folder.stop();
      if (existsSync(`${mountPoint()}.xfs`)) execFileSync("umount", [mountPoint()]);
      await folder.remove();
    });
    await expect(growVolume({ ...volume, sizeBytes: 2048 * MIB })).rejects.toMatchObject({
      name: "OperatorError",
      message: expect.stringMatching(/^There's no volume in /),
    });
    // A cluster that is there already has its log among its data.
    await folder.start();
    await folder.stop();
    const log = join(mountPoint(), "data", "pg_wal");
    expect(lstatSync(log).isDirectory()).toBe(true);
    await createVolume({ ...volume, sizeBytes: 1024 * MIB });
    const first = await folder.start({ keepsBallast: true });
    expect(readlinkSync(log)).toBe("../../host-1.wal/pg_wal");
    expect(statSync(log).dev).not.toBe(statSync(mountPoint()).dev);
    const ballast = join(mountPoint(), "ballast");
    await expect.poll(() => held(ballast)).toBeGreaterThanOrEqual(128 * MIB);

    const service = await openService(first);
    const neighbour = await service.create("neighbour");
    const big = await service.create("big");
    await asCustomer(neighbour.url, (client) =>
      client.query(`CREATE TABLE kept AS SELECT g FROM generate_series(1, ${KEPT_ROWS}) g`),
    );
    const refusals = await fillAsCustomer(big.url);
    expect(new Set(refusals)).toEqual(new Set(["53100"]));
    expect(await keptRows(neighbour.url)).toBe(KEPT_ROWS);
    const postmasterPid = first.host.postmasterPid;
    await growVolume({ ...volume, sizeBytes: 1280 * MIB });
    await asCustomer(neighbour.url, (client) => client.query("CREATE TABLE more AS SELECT * FROM kept"));
    expect(first.host.postmasterPid).toBe(postmasterPid);
    await service.close();
    await folder.stop();

    fillUp(mountPoint());
    const second = await folder.start({ keepsBallast: true });
    expect(folder.said.at(-1)).toMatch(
      /^The volume \S+\/host-1 is full \([\d.]+ (kB|bytes) of 1\.\d GB free\): enlarge it with/,
    );
    expect(await keptRows(neighbour.url)).toBe(KEPT_ROWS);
    const again = await openService(second, service.organisation);
    await deleteDatabase(again.owner, { databaseId: big.databaseId });
    const { items } = await listDatabases(again.owner, {});
    expect(items.map(({ name }) => name)).toEqual(["neighbour"]);
    await again.close();
    await folder.stop();

    execFileSync("umount", [mountPoint()]);
    await growVolume({ ...volume, sizeBytes: 2048 * MIB });
    expect(statfsSync(mountPoint()).blocks).toBeGreaterThan((1900 * MIB) / statfsSync(mountPoint()).bsize);
    await expect(growVolume({ ...volume, sizeBytes: 1024 * MIB })).rejects.toMatchObject({
      message: "The volume already has 2 GB, and it can't be made smaller.",
    });
    await folder.start();
    expect(await keptRows(neighbour.url)).toBe(KEPT_ROWS);
  },
);
