import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { makeScheduledRestorePoint } from "@/lib/hosting/restore-points/make-scheduled";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { setRestoreSchedule } from "@/lib/hosting/restore-points/set-schedule";
import { reconcile } from "@/lib/jobs/reconcile";
import { startTemporaryCluster, type TemporaryCluster } from "@/lib/server/embedded-postgres/temporary-cluster";
import type { TestOrganisation } from "@/tests/support/context";
import { isRoot } from "@/tests/support/data-folder";
import {
  asCustomer,
  asSuperuser,
  createReadyDatabase,
  type HostingService,
  openHostingService,
} from "@/tests/support/databases";
import { freezeCopy } from "@/tests/support/frozen-copy";
import { findViolations } from "@/tests/support/invariants";

const DISK_BYTES = 512 * 1024 * 1024;

let folder: string;
let cluster: TemporaryCluster;
let service: HostingService;
let organisation: TestOrganisation;
let owner: Context;

const startCluster = () => startTemporaryCluster({ kind: "host", folder, name: "restore-faults", log: () => {} });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coppice-restore-"));
  await chmod(folder, 0o711);
  cluster = await startCluster();
  await cluster.stop();
  if (isRoot) giveDiskOfItsOwn(join(cluster.dataDirectory, "base"));
  cluster = await startCluster();
  service = await openHostingService({ ...cluster, provisionerUrl: cluster.url, postmasterPid: cluster.postmasterPid });
  organisation = await service.organisation();
  owner = await service.context(organisation.member.owner);
});

afterAll(async () => {
  await service.close();
  await cluster.stop();
  if (isRoot) execFileSync("umount", [join(cluster.dataDirectory, "base")]);
  await rm(folder, { recursive: true, force: true });
});

/** So that the disk has room for the next. */
afterEach(async () => {
  for (const { id } of await service.db.database.findMany()) await deleteDatabase(owner, { databaseId: id });
});

/** The databases on a disk that can be filled, without the log: without room for that, the whole cluster stops. */
function giveDiskOfItsOwn(base: string): void {
  const copy = `${base}-copy`;
  execFileSync("cp", ["-a", base, copy]);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", base]);
  execFileSync("cp", ["-a", `${copy}/.`, base]);
  execFileSync("rm", ["-r", copy]);
}

const violations = async () =>
  (await findViolations({ ...service, hostCluster: service.cluster })).filter(
    ({ rule }) => rule !== "orphan_directory",
  );

const rowsOf = (url: string) =>
  asCustomer(url, async (client) => (await client.query("SELECT count(*)::int AS n FROM big")).rows[0].n);

/** A restore point with 40,000 rows in it, and one more row since. */
async function createChangedDatabase() {
  const databaseId = await createReadyDatabase(service, organisation.member.owner);
  const { connectionString: url } = await revealConnectionString(owner, { databaseId });
  await asCustomer(url, (client) =>
    client.query("CREATE TABLE big AS SELECT repeat('x', 900) AS x FROM generate_series(1, 40_000)"),
  );
  const { id: restorePointId } = await createRestorePoint(owner, { databaseId, name: "kept" });
  await asCustomer(url, (client) => client.query("INSERT INTO big VALUES ('one more')"));
  return { databaseId, url, restorePointId };
}

async function settle(): Promise<void> {
  const ctx = await service.worker();
  const outcomes = async () => {
    const [report] = await reconcile(ctx);
    return report?.unreachable ?? report?.settled.find(({ outcome }) => outcome !== "settled")?.outcome ?? "settled";
  };
  await expect.poll(outcomes).toBe("settled");
}

/** Kills the server's process amid the copy that the work makes, which is refused then. */
async function killCopyOf(databaseId: string, work: () => Promise<unknown>): Promise<void> {
  let outcome: Promise<void> | undefined;
  const pid = await freezeCopy(service.cluster, databaseId, () => {
    outcome = expect(work()).rejects.toMatchObject({ code: "host_unavailable" });
  });
  process.kill(pid, "SIGKILL");
  await outcome;
}

/** Takes the room that is left, but for a little that the server's own bookkeeping needs. */
async function fillDisk(leaving: number): Promise<() => Promise<void>> {
  const base = join(cluster.dataDirectory, "base");
  const { bavail, bsize } = await statfs(base);
  const file = join(base, "filler");
  await writeFile(file, Buffer.alloc(bavail * bsize - leaving));
  return () => rm(file);
}

describe.runIf(isRoot)("RF-19: without room for the copy", () => {
  it("a restore is refused, and the database is unchanged, under the same connection string", async () => {
    const { databaseId, url, restorePointId } = await createChangedDatabase();
    const free = await fillDisk(24 * 1024 * 1024);
    try {
      const full = { code: "host_unavailable", message: "The database's host is out of disk space." };
      await expect(restoreInPlace(owner, { databaseId, restorePointId })).rejects.toMatchObject(full);
      expect(await rowsOf(url)).toBe(40_001);
      expect(await violations()).toEqual([]);
      expect((await listRestorePoints(owner, { databaseId })).items.map(({ name }) => name)).toEqual(["kept"]);
      await expect(createRestorePoint(owner, { databaseId, name: "no room" })).rejects.toMatchObject(full);
      expect(await rowsOf(url)).toBe(40_001);
      expect(await violations()).toEqual([]);
    } finally {
      await free();
    }
    await restoreInPlace(owner, { databaseId, restorePointId });
    expect(await rowsOf(url)).toBe(40_000);
    expect(await violations()).toEqual([]);
  });
});

describe("RF-07: the server process that copies is killed", () => {
  it("amid a restore: the caller is told 503, and the restart finishes it", async () => {
    const { databaseId, url, restorePointId } = await createChangedDatabase();
    const { copyId } = await service.db.restorePoint.findUniqueOrThrow({ where: { id: restorePointId } });
    await killCopyOf(copyId, () => restoreInPlace(owner, { databaseId, restorePointId }));
    await settle();
    expect(await violations()).toEqual([]);
    expect(await rowsOf(url)).toBe(40_000);
    const { items } = await listRestorePoints(owner, { databaseId });
    await restoreInPlace(owner, { databaseId, restorePointId: items[0]?.id ?? "" });
    expect(await rowsOf(url)).toBe(40_001);
  });

  it("amid the making of a restore point: it is gone, and the database is open", async () => {
    const { databaseId, url } = await createChangedDatabase();
    await killCopyOf(databaseId, () => createRestorePoint(owner, { databaseId, name: "killed" }));
    await settle();
    expect(await violations()).toEqual([]);
    expect(await rowsOf(url)).toBe(40_001);
    expect((await listRestorePoints(owner, { databaseId })).items.map(({ name }) => name)).toEqual(["kept"]);
  });
});

it("a cluster that lost its statistics in a crash counts as changed", async () => {
  const { databaseId, url } = await createChangedDatabase();
  await setRestoreSchedule(owner, { databaseId, schedule: "weekly" });
  await createRestorePoint(owner, { databaseId, name: "latest" });
  const worker = await service.worker();
  expect(await makeScheduledRestorePoint(worker, { databaseId })).toBe("unchanged");
  // A session of the same cluster ends when the server has noticed the crash, and none begins until it has recovered.
  await asSuperuser(service.cluster, "postgres", async (witness) => {
    const ended = new Promise<void>((resolve) => void witness.once("end", () => resolve()));
    witness.on("error", () => undefined);
    const outcome = asCustomer(url, async (client) => {
      const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
      process.kill(rows[0].pid, "SIGKILL");
      await client.query("SELECT pg_sleep(10)");
    });
    await expect(outcome).rejects.toThrow();
    await ended;
  });
  await expect.poll(() => makeScheduledRestorePoint(worker, { databaseId }).catch(String)).toBe("made");
});
