import { afterAll, beforeAll, expect, test } from "vitest";
import { type RestoreGap, readBackupStatus } from "@/lib/core/backup-status";
import type { Actor } from "@/lib/core/context";
import { OperatorError } from "@/lib/core/operator-error";
import type { PastStep, Recovery } from "@/lib/core/ports/past-databases";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { beginPastRestore } from "@/lib/hosting/past-restores/begin";
import { carryOutPastRestore } from "@/lib/hosting/past-restores/carry-out";
import type { BackupContext } from "@/lib/hosting/past-restores/context";
import { failLeftPastRestores } from "@/lib/hosting/past-restores/fail-left";
import { findNextPastRestore } from "@/lib/hosting/past-restores/find-next";
import { listPastRestores } from "@/lib/hosting/past-restores/list";
import { requestPastRestore } from "@/lib/hosting/past-restores/request";
import { restorePastNow } from "@/lib/hosting/past-restores/restore-now";
import { noCrashPoint } from "@/lib/infra/system";
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

const world = new BackedUp();
let service: HostingService;
let organisation: TestOrganisation;
let owner: Actor;
let source: string;
let at: Date;

async function contextOf(actor: Actor): Promise<BackupContext> {
  const past = { readBackups: () => readBackupStatus(world.folder.path), readLocalWindow: async () => null };
  return { ...(await service.context(actor)), ...past };
}
const request = async (name: string, changes: { databaseId?: string; at?: Date } = {}, actor = owner) =>
  requestPastRestore(await contextOf(actor), { databaseId: source, at, name, ...changes });
const list = async (databaseId = source) => listPastRestores(await contextOf(owner), { databaseId });
const operator = () => service.context(OPERATOR);

/** Carries a restore out as the service's process does, which is told to stop when a step has begun. */
async function carryOut(databaseId: string, stopAt?: PastStep): Promise<void> {
  const stopping = new AbortController();
  const quiet = { onProgress: () => undefined, crashPoint: noCrashPoint };
  const options = { dataDir: world.folder.path, settings: world.settings, ...quiet };
  const ctx = await service.context(OPERATOR, {
    crashPoint: (name) => void (name === `past-restore.${stopAt}` && stopping.abort()),
  });
  await withRecovery({ ...options, signal: stopping.signal }, (recovery) =>
    carryOutPastRestore(ctx, recovery, databaseId),
  );
}

/** A recovery that does something else than to bring a database back. */
const standIn = (bringBack: Recovery["bringBack"]): Recovery => ({
  ...{ bringBack, openPast: () => Promise.reject(new Error("it isn't on a registered host")) },
  signal: new AbortController().signal,
});

async function databasesOfHost(): Promise<string[]> {
  const names: string[] = [];
  const { clusters } = await findBackedUpClusters(world.folder.path);
  await clusters[0]?.asSuperuser("postgres", async (client) => {
    const { rows } = await client.query("SELECT datname AS name FROM pg_database WHERE datname ~ '^db_|stage'");
    names.push(...rows.map(({ name }) => name));
  });
  return names.sort();
}
const statusOf = (id: string) =>
  service.db.database.findUnique({ where: { id }, select: { status: true, failureReason: true } });

beforeAll(async () => {
  await world.start();
  service = await openHostingService(world.clusters.host);
  organisation = await service.organisation();
  owner = organisation.member.owner;
  source = await createReadyDatabase(service, owner);
  await world.openEngine();
  world.keepShipping();
  await world.backUp();
  const ctx = await service.context(owner);
  const url = (await revealConnectionString(ctx, { databaseId: source })).connectionString;
  await asCustomer(url, (client) => client.query("CREATE TABLE item AS SELECT 1 AS n"));
  at = await nextMillisecond();
  await nextMillisecond();
  await asCustomer(url, (client) => client.query("DROP TABLE item"));
  await world.shipAll();
  await world.engine.ship();
  await world.engine.say(null);
});
afterAll(async () => {
  await service?.close();
  await world.remove();
});

test("an owner asks for a database as of a second, and has it beside the present one", async () => {
  const { window, lastSeconds, items } = await list();
  expect(items).toEqual([]);
  expect(lastSeconds).toBeNull();
  expect(window && at.toISOString() >= window.from && at.toISOString() <= window.to).toBe(true);
  const asked = await request("before");
  expect(asked).toMatchObject({
    status: "provisioning",
    step: "waiting",
    at: at.toISOString(),
    parentDatabaseId: source,
  });
  expect(await findNextPastRestore(await operator())).toBe(asked.id);
  await carryOut(asked.id);
  const [done] = (await list()).items;
  expect(done).toMatchObject({ id: asked.id, status: "ready", step: null, failureReason: null });
  const { connectionString } = await revealConnectionString(await service.context(owner), { databaseId: asked.id });
  const { rows } = await asCustomer(connectionString, (client) => client.query("SELECT n FROM item"));
  expect(rows).toEqual([{ n: 1 }]);
  expect(await list()).toMatchObject({ lastSeconds: expect.any(Number), estimatedSeconds: expect.any(Number) });
  const audit = await service.db.auditEvent.findMany({ where: { targetId: asked.id } });
  expect(audit).toMatchObject([
    { action: "database.restore_past", actorId: owner.id, data: { name: "before", at: at.toISOString() } },
    { action: "database.reveal_connection_string" },
  ]);
});

test("those who may not, a stranger's database, a name that is taken and a time that backups lack are refused", async () => {
  const { viewer, developer } = organisation.member;
  const readOnly = keyActor(developer, { readOnly: true });
  await expect(request("x", {}, viewer)).rejects.toMatchObject({ code: "missing_permission" });
  await expect(request("x", {}, readOnly)).rejects.toMatchObject({ code: "read_only_key" });
  const stranger = (await service.organisation()).member.owner;
  await expect(request("x", {}, stranger)).rejects.toMatchObject({ code: "database_not_found" });
  await expect(request("x", { databaseId: NO_SUCH_DATABASE })).rejects.toMatchObject({ code: "database_not_found" });
  await expect(request("before")).rejects.toMatchObject({ code: "name_taken" });
  const { window } = await list();
  for (const late of [new Date(0), new Date(Date.now() + 60_000)]) {
    await expect(request("x", { at: late })).rejects.toMatchObject({
      ...{
        code: "time_not_restorable",
        message: `Choose a time from ${firstSecond(window?.from)} to ${lastSecond(window?.to)}.`,
      },
      details: [{ path: "at" }],
    });
  }
  const without = { ...(await contextOf(owner)), readBackups: async () => null };
  const input = { databaseId: source, at, name: "x" };
  await expect(requestPastRestore(without, input)).rejects.toMatchObject({ code: "not_configured" });
  expect(await listPastRestores(without, { databaseId: source })).toMatchObject({
    window: null,
    estimatedSeconds: null,
  });
});

test("a time within a gap of the backups is refused, with the nearest times that they have", async () => {
  const status = await readBackupStatus(world.folder.path);
  const [from, until] = [new Date(at.getTime() - 1), new Date(at.getTime() + 1)];
  const withGap = (gap: RestoreGap) => async () => status && { ...status, restoreGaps: [gap] };
  const ctx = { ...(await contextOf(owner)), readBackups: withGap({ from, until }) };
  const { window } = await listPastRestores(ctx, { databaseId: source });
  expect(window?.gaps).toEqual([{ from: from.toISOString(), until: until.toISOString() }]);
  const message = `There's a gap there. Choose ${lastSecond(from)} or earlier, or ${firstSecond(until)} or later.`;
  const refusal = { code: "time_not_restorable", message, details: [{ path: "at", message }] };
  await expect(requestPastRestore(ctx, { databaseId: source, at, name: "x" })).rejects.toMatchObject(refusal);
  const past = { withRecovery: () => Promise.reject(new Error("nothing is to be recovered")) };
  const command = { ...(await contextOf(OPERATOR)), readBackups: ctx.readBackups, past };
  await expect(restorePastNow(command, { databaseId: source, at, name: "x" })).rejects.toMatchObject(refusal);
  for (const near of [from, until]) {
    const { id } = await requestPastRestore(ctx, { databaseId: source, at: near, name: "near" });
    await deleteDatabase(ctx, { databaseId: id });
  }
  // A database that was created meanwhile has nothing from before the gap's end.
  const early = { ...ctx, readBackups: withGap({ from: new Date(0), until }) };
  const later = await listPastRestores(early, { databaseId: source });
  expect(later.window).toMatchObject({ from: until.toISOString(), gaps: [] });
});

test("the restore counts as a branch from the moment that it is asked for", async () => {
  const free = await service.organisation("free");
  const databaseId = await createReadyDatabase(service, free.member.owner);
  const soon = { ...(await contextOf(free.member.owner)), readBackups: readLater };
  const { window } = await listPastRestores(soon, { databaseId });
  const ask = (name: string) => requestPastRestore(soon, { databaseId, at: new Date(window?.to ?? 0), name });
  const asked = [];
  for (const name of ["a", "b", "c", "d", "e"]) asked.push((await ask(name)).id);
  await expect(ask("f")).rejects.toMatchObject({ code: "limit_reached" });
  // Its owner thinks better of it before its turn.
  for (const id of asked) await deleteDatabase(await service.context(free.member.owner), { databaseId: id });
  expect(await findNextPastRestore(await operator())).toBeNull();
});

test("organisations take turns", async () => {
  const other = await service.organisation();
  const databaseId = await createReadyDatabase(service, other.member.owner);
  const soon = { ...(await contextOf(other.member.owner)), readBackups: readLater };
  const [first, second] = [await request("first"), await request("second")];
  const later = await requestPastRestore(soon, { databaseId, at: new Date(Date.now() - 1), name: "other" });
  expect(await findNextPastRestore(await operator())).toBe(later.id);
  await beginPastRestore(await operator(), later.id);
  await carryOut(later.id).catch(() => undefined);
  expect(await findNextPastRestore(await operator())).toBe(first.id);
  for (const { id } of [first, second]) await deleteDatabase(await service.context(owner), { databaseId: id });
});

test("one that is stopped in the midst leaves nothing, and is begun again", async () => {
  const before = await databasesOfHost();
  const asked = await request("stopped");
  for (const step of ["replaying", "copying"] as const) {
    await expect(carryOut(asked.id, step)).rejects.toThrow(/abort/i);
    expect(await databasesOfHost()).toEqual(before);
    expect((await list()).items[0]).toMatchObject({ status: "provisioning", step: "waiting" });
  }
  await carryOut(asked.id);
  expect(await statusOf(asked.id)).toMatchObject({ status: "ready" });
});

test("one whose process was killed is begun again, and has failed after the third time", async () => {
  const before = await databasesOfHost();
  const asked = await request("killed");
  const killed = standIn(async () => void (await new Promise(() => undefined)));
  for (const attempts of [1, 2, 3]) {
    expect(await findNextPastRestore(await operator())).toBe(asked.id);
    expect(await beginPastRestore(await operator(), asked.id)).toMatchObject({ attempts });
  }
  await expect(carryOutPastRestore(await operator(), killed, asked.id)).rejects.toThrow(/interrupted 3 times/);
  expect(await statusOf(asked.id)).toEqual({
    status: "failed",
    failureReason: "Restoring it was interrupted 3 times.",
  });
  expect((await list()).items[0]).toMatchObject({ status: "failed", step: null, finishedAt: expect.any(String) });
  expect(await databasesOfHost()).toEqual(before);
  await deleteDatabase(await service.context(owner), { databaseId: asked.id });
});

test("one that fails says why, but nothing of the operator's folders", async () => {
  const asked = await request("failing");
  const failing = standIn(() => Promise.reject(new OperatorError("The disk /srv is full.")));
  await expect(carryOutPastRestore(await operator(), failing, asked.id)).rejects.toThrow("/srv");
  expect(await statusOf(asked.id)).toEqual({
    status: "failed",
    failureReason: "It couldn't be restored. The operator's log says why.",
  });
  await deleteDatabase(await service.context(owner), { databaseId: asked.id });
});

test("while it is restored, neither it nor its source is deleted; a source that is gone before fails it", async () => {
  const databaseId = await createReadyDatabase(service, owner);
  const ctx = { ...(await contextOf(owner)), readBackups: readLater };
  const { id } = await requestPastRestore(ctx, { databaseId, at: new Date(Date.now() - 1), name: "of-deleted" });
  await beginPastRestore(await operator(), id);
  for (const each of [id, databaseId]) {
    await expect(deleteDatabase(ctx, { databaseId: each })).rejects.toMatchObject({ code: "database_not_ready" });
  }
  await service.db.pastRestore.update({ where: { databaseId: id }, data: { status: "waiting" } });
  await deleteDatabase(ctx, { databaseId });
  await expect(carryOut(id)).rejects.toMatchObject({ code: "database_not_found" });
  expect(await statusOf(id)).toMatchObject({ status: "failed" });
});

test("a restore that waits fails once backups have been switched off", async () => {
  const asked = await request("left");
  const soon = { now: () => new Date(Date.now() + 120_000) };
  await failLeftPastRestores({ ...(await contextOf(OPERATOR)), clock: soon });
  expect(await statusOf(asked.id)).toMatchObject({ status: "provisioning" });
  await failLeftPastRestores({ ...(await contextOf(OPERATOR)), clock: soon, readBackups: async () => null });
  expect(await statusOf(asked.id)).toMatchObject({ status: "failed", failureReason: expect.stringContaining("off") });
});

/** The status of backups a little later, when they have the things made in this test. */
async function readLater() {
  const status = await readBackupStatus(world.folder.path);
  return status && { ...status, restorableTo: new Date() };
}

/** Refusals name whole seconds within the times that can be restored. */
const secondOf = (round: (value: number) => number) => (at: Date | string | undefined) =>
  new Date(round(new Date(at ?? Number.NaN).getTime() / 1_000) * 1_000).toISOString();
const [firstSecond, lastSecond] = [secondOf(Math.ceil), secondOf(Math.floor)];
