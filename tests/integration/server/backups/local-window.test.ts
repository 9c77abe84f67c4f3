import { type ChildProcess, execFileSync } from "node:child_process";
import { EventEmitter } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/core/context";
import { type LocalWindowStatus, localWindowFolder, readLocalWindow } from "@/lib/core/local-window";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { carryOutPastRestore } from "@/lib/hosting/past-restores/carry-out";
import type { BackupContext } from "@/lib/hosting/past-restores/context";
import { failLeftPastRestores } from "@/lib/hosting/past-restores/fail-left";
import { findNextPastRestore } from "@/lib/hosting/past-restores/find-next";
import { listPastRestores } from "@/lib/hosting/past-restores/list";
import { requestPastRestore } from "@/lib/hosting/past-restores/request";
import { createLogger } from "@/lib/infra/logger";
import { noCrashPoint } from "@/lib/infra/system";
import { hasWindowFiles, leaveOffWindow, windowAsPlace } from "@/lib/server/backups/local-window/files";
import { readMark } from "@/lib/server/backups/local-window/mark";
import { type LocalWindowOptions, runLocalWindow } from "@/lib/server/backups/local-window/run";
import { LocalWindowWatch } from "@/lib/server/backups/local-window/watch";
import { withRecovery } from "@/lib/server/backups/restore/bring-back";
import { findBackedUpClusters } from "@/lib/server/backups/running-clusters";
import { BackedUp, nextMillisecond } from "@/tests/support/backups";
import { keyActor, OPERATOR, type TestOrganisation } from "@/tests/support/context";
import {
  asCustomer,
  createReadyDatabase,
  type HostingService,
  NO_SUCH_DATABASE,
  openHostingService,
} from "@/tests/support/databases";

const GIB = 1024 ** 3;
const SETTINGS = { hours: 24, afterSeconds: 0, isAsked: true, scratch: null };
const LACK = "The disk has nothing free.";

const world = new BackedUp();
const dataDir = world.folder.path;
let service: HostingService;
let organisation: TestOrganisation;
let owner: Actor;
let orders: string;
let url: string;
let running: { stop: () => Promise<void>; ended: Promise<void> } | null = null;

async function contextOf(actor: Actor): Promise<BackupContext> {
  const past = { readBackups: async () => null, readLocalWindow: () => readLocalWindow(dataDir) };
  return { ...(await service.context(actor)), ...past };
}
const statusOf = async () => (await readLocalWindow(dataDir)) as LocalWindowStatus;
const untilStatus = (holds: (status: LocalWindowStatus) => boolean) =>
  expect.poll(async () => holds(await statusOf()), { timeout: 60_000 }).toBe(true);
const untilThere = (at: Date) => untilStatus(({ restorableTo }) => restorableTo !== null && restorableTo >= at);

async function isWaiting(): Promise<boolean> {
  return (await findNextPastRestore(await service.context(OPERATOR))) !== null;
}
/** Carries a restore out as the process for it does. */
async function restore(signal: AbortSignal): Promise<void> {
  const ctx = await service.context(OPERATOR);
  const databaseId = (await findNextPastRestore(ctx)) ?? "";
  const settings = windowAsPlace(dataDir, SETTINGS);
  const quiet = { onProgress: () => undefined, crashPoint: noCrashPoint, signal };
  await withRecovery({ dataDir, settings, ...quiet }, (recovery) => carryOutPastRestore(ctx, recovery, databaseId));
}

/** Keeps the window as its process does, in shorter rounds. */
function keepWindow(changes: Partial<LocalWindowOptions> = {}) {
  const stopping = new AbortController();
  const ended = runLocalWindow(
    {
      ...{ dataDir, settings: SETTINGS, postgresBin: null, logger: createLogger("silent"), crashPoint: noCrashPoint },
      ...{ restores: { isWaiting, restore }, room: { mostBytes: GIB, describeLack: () => null } },
      roundMilliseconds: 50,
      ...changes,
    },
    stopping.signal,
  );
  const stop = () => {
    stopping.abort();
    return ended;
  };
  running = { stop, ended };
  return running;
}

async function onHost(text: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  const [host] = (await findBackedUpClusters(dataDir)).clusters;
  await host?.asSuperuser("postgres", async (client) => void found.push(...(await client.query(text)).rows));
  return found;
}
const slots = async () => (await onHost("SELECT slot_name FROM pg_replication_slots")).length;
const markNow = async () => {
  const [host] = (await findBackedUpClusters(dataDir)).clusters;
  return host ? readMark(host) : "";
};
const hostData = async () => (await findBackedUpClusters(dataDir)).clusters[0]?.dataDirectory ?? "";
const filesBelow = (folder: string) => readdirSync(join(localWindowFolder(dataDir), "files", folder));

beforeAll(async () => {
  await world.start();
  service = await openHostingService(world.clusters.host);
  organisation = await service.organisation();
  owner = organisation.member.owner;
  orders = await createReadyDatabase(service, owner);
  url = (await revealConnectionString(await service.context(owner), { databaseId: orders })).connectionString;
});
afterAll(async () => {
  await running?.stop();
  await service?.close();
  await world.remove();
});

test("without backups, an owner has a dropped table back as of the moment before", async () => {
  const window = keepWindow();
  await untilStatus(({ restorableFrom }) => restorableFrom !== null);
  await asCustomer(url, (client) => client.query("CREATE TABLE item AS SELECT n FROM generate_series(1, 1000) n"));
  const at = await nextMillisecond();
  await nextMillisecond();
  await asCustomer(url, (client) => client.query("DROP TABLE item"));
  await untilThere(new Date());
  const ctx = await contextOf(owner);
  expect(await listPastRestores(ctx, { databaseId: orders })).toMatchObject({ source: "local_window" });
  const asked = await requestPastRestore(ctx, { databaseId: orders, at, name: "before" });
  const newest = async () => (await listPastRestores(ctx, { databaseId: orders })).items[0];
  await expect.poll(newest, { timeout: 120_000 }).toMatchObject({ id: asked.id, status: "ready" });
  const { connectionString } = await revealConnectionString(ctx, { databaseId: asked.id });
  const sum = await asCustomer(connectionString, (client) =>
    client.query("SELECT sum(n)::int, count(*)::int FROM item"),
  );
  expect(sum.rows).toEqual([{ sum: 500_500, count: 1000 }]);
  await expect(asCustomer(url, (client) => client.query("SELECT FROM item"))).rejects.toThrow("does not exist");
  await window.stop();
});

test("it has the host alone, where nothing is written for it, and only the service's user can read it", async () => {
  expect(filesBelow("wal")).toEqual(["host-1"]);
  expect(filesBelow("").sort()).toEqual(["base", "owner", "reach", "repository", "wal"]);
  expect(await onHost("SELECT to_regclass('coppice.canary') AS canary")).toEqual([{ canary: null }]);
  expect(statSync(localWindowFolder(dataDir)).mode & 0o777).toBe(0o700);
  expect(statSync(join(localWindowFolder(dataDir), "passphrase")).mode & 0o777).toBe(0o600);
});

test("times outside of it, and those who may not, are refused as with backups", async () => {
  const { restorableFrom, restorableTo } = await statusOf();
  const input = { databaseId: orders, at: restorableTo ?? new Date(), name: "x" };
  for (const at of [new Date(0), new Date(Date.now() + 60_000)]) {
    await expect(requestPastRestore(await contextOf(owner), { ...input, at })).rejects.toMatchObject({
      ...{ code: "time_not_restorable", details: [{ path: "at" }] },
    });
  }
  expect(restorableFrom && restorableTo && restorableFrom < restorableTo).toBe(true);
  const { viewer, developer } = organisation.member;
  const ask = async (actor: Actor, databaseId = orders) =>
    requestPastRestore(await contextOf(actor), { ...input, databaseId });
  await expect(ask(viewer)).rejects.toMatchObject({ code: "missing_permission" });
  await expect(ask(keyActor(developer, { readOnly: true }))).rejects.toMatchObject({ code: "read_only_key" });
  const stranger = (await service.organisation()).member.owner;
  await expect(ask(stranger)).rejects.toMatchObject({ code: "database_not_found" });
  await expect(ask(owner, NO_SUCH_DATABASE)).rejects.toMatchObject({ code: "database_not_found" });
});

test("its process ends when nothing is written, and its mark says so until something is", async () => {
  // A host comes to rest a moment after the last statement.
  const isAtRest = async () => {
    await keepWindow({ quietMilliseconds: 100 }).ended;
    const { mark, failure } = await statusOf();
    return failure === null && mark === (await markNow());
  };
  await expect.poll(isAtRest).toBe(true);
  const { mark } = await statusOf();
  await asCustomer(url, (client) => client.query("CREATE TABLE later ()"));
  await expect.poll(markNow).not.toBe(mark);
  // The guard writes so, and nobody's database is changed.
  const before = await markNow();
  await onHost("CREATE TABLE public.guarded AS SELECT 1 AS n");
  await onHost("DROP TABLE public.guarded");
  expect(await markNow()).toBe(before);
});

test("a process for it is started when the host was written to or an owner waits, and not before", async () => {
  const isAtRest = async () => {
    await keepWindow({ quietMilliseconds: 100 }).ended;
    return (await statusOf()).mark === (await markNow());
  };
  await expect.poll(isAtRest).toBe(true);
  let [looks, starts, isRestoreWaiting] = [0, 0, false];
  const launch = () => {
    starts += 1;
    // It may be ended before its exit is emitted.
    const child = Object.assign(new EventEmitter(), { kill: () => true }) as unknown as ChildProcess;
    setImmediate(() => child.emit("exit", 0, null));
    return child;
  };
  const askControlPlane = async () => {
    looks += 1;
    return { isRestoreWaiting, hasDatabase: true };
  };
  const common = { dataDir, settings: SETTINGS, room: { mostBytes: GIB, describeLack: () => null } };
  const watch = new LocalWindowWatch({
    ...{ ...common, log: createLogger("silent"), launch, askControlPlane },
    lookMilliseconds: 20,
  });
  watch.start();
  await expect.poll(() => looks).toBeGreaterThan(5);
  expect(starts).toBe(0);
  isRestoreWaiting = true;
  await expect.poll(() => starts).toBeGreaterThan(0);
  isRestoreWaiting = false;
  const lookedBefore = looks;
  await expect.poll(() => looks).toBeGreaterThan(lookedBefore + 1);
  const startedBefore = starts;
  await asCustomer(url, (client) => client.query("CREATE TABLE written ()"));
  await expect.poll(() => starts).toBeGreaterThan(startedBefore);
  await watch.stop(1_000);
});

test("times that are older than it keeps are given up", async () => {
  const before = await statusOf();
  // Four seconds, with a base backup each two.
  const window = keepWindow({ settings: { ...SETTINGS, hours: 4 / 3_600 } });
  const isOver = async () => {
    await asCustomer(url, (client) => client.query("CREATE TABLE a (); DROP TABLE a"));
    return ((await statusOf()).restorableFrom ?? 0) > (before.restorableTo ?? 0);
  };
  await expect.poll(isOver, { interval: 200 }).toBe(true);
  await window.stop();
  const at = before.restorableTo ?? new Date();
  await expect(requestPastRestore(await contextOf(owner), { databaseId: orders, at, name: "x" })).rejects.toMatchObject(
    { code: "time_not_restorable" },
  );
});

test("files that were removed by hand, or that don't open, are begun anew", async () => {
  const files = join(localWindowFolder(dataDir), "files");
  for (const gone of [files, join(files, "repository"), join(localWindowFolder(dataDir), "passphrase")]) {
    const { restorableTo } = await statusOf();
    const window = keepWindow();
    await untilThere(await nextMillisecond());
    await rm(gone, { recursive: true });
    const wasNoticed = gone.endsWith("passphrase") ? window.stop() : window.ended;
    await wasNoticed;
    const next = keepWindow();
    await untilStatus(({ restorableFrom }) => (restorableFrom ?? 0) > (restorableTo ?? 0));
    await next.stop();
  }
});

test("a host that was replaced by an older copy has no part in the times of the newer one", async () => {
  const data = await hostData();
  const copy = join(dirname(data), "older");
  await world.clusters.stop();
  // With its owner, as a server of another user is refused.
  execFileSync("cp", ["-a", data, copy]);
  await world.start();
  const window = keepWindow();
  await asCustomer(await urlNow(), (client) => client.query("CREATE TABLE lost AS SELECT generate_series(1, 9999)"));
  await untilThere(await nextMillisecond());
  await window.stop();
  await world.clusters.stop();
  await rm(data, { recursive: true });
  await rename(copy, data);
  const startedAt = new Date();
  await world.start();
  const next = keepWindow();
  await untilStatus(({ restorableFrom }) => (restorableFrom ?? 0) > startedAt);
  await next.stop();
});

test("it gives way to the databases when the disk is nearly full, and says so", async () => {
  expect(await slots()).toBe(1);
  await keepWindow({ room: { mostBytes: GIB, describeLack: () => LACK } }).ended;
  expect(hasWindowFiles(dataDir)).toBe(false);
  expect(await slots()).toBe(0);
  const status = await statusOf();
  expect(status).toMatchObject({ failure: LACK, restorableFrom: null, bytes: 0 });
  expect(status.pausedUntil && status.pausedUntil > new Date()).toBe(true);
  const at = new Date(Date.now() - 1);
  await expect(requestPastRestore(await contextOf(owner), { databaseId: orders, at, name: "x" })).rejects.toMatchObject(
    { code: "time_not_restorable", message: "Nothing of this database is kept yet." },
  );
});

test("it gives way in the midst of a base backup, and takes no more than its share", async () => {
  let looks = 0;
  // The window has been opened and the first round has passed.
  const describeLack = () => {
    looks += 1;
    return looks > 3 ? LACK : null;
  };
  await keepWindow({ room: { mostBytes: GIB, describeLack } }).ended;
  expect(await statusOf()).toMatchObject({ failure: LACK, bytes: 0 });
  await keepWindow({ room: { mostBytes: 1024 ** 2, describeLack: () => null } }).ended;
  expect((await statusOf()).failure).toBe("The databases and their changes take more than 1 MB, a tenth of the disk.");
  expect(hasWindowFiles(dataDir)).toBe(false);
  expect(await slots()).toBe(0);
});

test("its older part goes if it takes more than its share, and the newer part stays", async () => {
  const first = keepWindow();
  await untilThere(await nextMillisecond());
  const { restorableTo } = await statusOf();
  await first.stop();
  const { bytes } = await statusOf();
  // A quarter of the share is written, which calls for a base backup, after which the older doesn't fit.
  const window = keepWindow({ room: { mostBytes: bytes + 2 * 1024 ** 2, describeLack: () => null } });
  const fill = "CREATE TABLE filler AS SELECT md5(n::text) AS words FROM generate_series(1, 100000) n";
  await asCustomer(await urlNow(), (client) => client.query(fill));
  await untilStatus(({ restorableFrom, failure }) => failure !== null || (restorableFrom ?? 0) > (restorableTo ?? 0));
  await window.stop();
});

test("switched off, nothing of it stays, and restores that wait fail", async () => {
  const window = keepWindow({ restores: { isWaiting: async () => false, restore } });
  await untilThere(await nextMillisecond());
  await window.stop();
  const { restorableTo } = await statusOf();
  const input = { databaseId: orders, at: restorableTo ?? new Date(), name: "left" };
  const asked = await requestPastRestore(await contextOf(owner), input);
  await leaveOffWindow(dataDir);
  expect(existsSync(localWindowFolder(dataDir))).toBe(false);
  expect(await slots()).toBe(0);
  const clock = { now: () => new Date(Date.now() + 120_000) };
  await failLeftPastRestores({ ...(await contextOf(OPERATOR)), clock });
  const { status } = await service.db.database.findUniqueOrThrow({ where: { id: asked.id }, select: { status: true } });
  expect(status).toBe("failed");
  await expect(requestPastRestore(await contextOf(owner), input)).rejects.toMatchObject({ code: "not_configured" });
});

/** The port of the host is another after each start. */
async function urlNow(): Promise<string> {
  const [row] = await onHost("SHOW port");
  const address = new URL(url);
  address.port = String(row?.port);
  return address.href;
}
