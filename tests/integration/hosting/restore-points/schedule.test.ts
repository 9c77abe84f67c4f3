import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { makeScheduledRestorePoint } from "@/lib/hosting/restore-points/make-scheduled";
import { queueScheduledRestorePoints } from "@/lib/hosting/restore-points/queue-scheduled";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { lastDue, nextDue } from "@/lib/hosting/restore-points/schedule";
import { setRestoreSchedule } from "@/lib/hosting/restore-points/set-schedule";
import { sweepRestorePoints } from "@/lib/hosting/restore-points/sweep";
import type { TestOrganisation } from "@/tests/support/context";
import { asCustomer, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { findViolations } from "@/tests/support/invariants";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let service: HostingService;
let organisation: TestOrganisation;
let owner: Context;
let databaseId: string;
let url: string;
let now: Date;

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation("free");
});

beforeEach(async () => {
  now = new Date();
  owner = { ...(await service.context(organisation.member.owner)), clock: { now: () => now } };
  await service.db.database.updateMany({ data: { restoreSchedule: "off" } });
  organisation = await service.organisation("free");
  owner = { ...(await service.context(organisation.member.owner)), clock: { now: () => now } };
  databaseId = await createReadyDatabase(service, organisation.member.owner);
  url = (await revealConnectionString(owner, { databaseId })).connectionString;
  await asCustomer(url, (client) => client.query("CREATE TABLE t (n int); CREATE SEQUENCE s"));
});

afterAll(() => service.close());

const worker = async (): Promise<Context> => ({ ...(await service.worker()), clock: { now: () => now } });
const make = async () => makeScheduledRestorePoint(await worker(), { databaseId });
const passHours = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR_MS);
};
const write = (statement: string) => asCustomer(url, (client) => client.query(statement));
const queuedFor = (id: string) =>
  service.db.$queryRaw`SELECT key FROM graphile_worker.jobs WHERE key = ${`make-scheduled-restore-point:${id}`}`;

describe("a schedule", () => {
  it("is off at first, and says when the next point is due once it is on", async () => {
    expect(await listRestorePoints(owner, { databaseId })).toMatchObject({ schedule: "off", nextAt: null });
    await setRestoreSchedule(owner, { databaseId, schedule: "off" });
    expect(await queuedFor(databaseId)).toEqual([]);
    await setRestoreSchedule(owner, { databaseId, schedule: "daily" });
    expect(await queuedFor(databaseId)).toHaveLength(1);
    const { schedule, nextAt } = await listRestorePoints(owner, { databaseId });
    expect(schedule).toBe("daily");
    const ahead = new Date(nextAt ?? 0).getTime() - now.getTime();
    expect(ahead).toBeGreaterThan(0);
    expect(ahead).toBeLessThanOrEqual(DAY_MS);
  });

  it("spreads databases over its period, each with a moment of its own that never moves", () => {
    const ids = Array.from({ length: 200 }, (_, index) => `db_${String(index).padStart(20, "0")}`);
    const at = new Date("2026-03-01T09:30:00Z");
    const moments = ids.map((id) => lastDue(id, "hourly", at).getTime());
    expect(moments.every((moment) => moment <= at.getTime() && moment > at.getTime() - HOUR_MS)).toBe(true);
    expect(new Set(moments.map((moment) => Math.floor(moment / 60_000))).size).toBeGreaterThan(40);
    for (const id of ids) {
      const next = nextDue(id, "weekly", at);
      expect(lastDue(id, "weekly", next)).toEqual(next);
      expect(next.getTime() - lastDue(id, "weekly", at).getTime()).toBe(7 * DAY_MS);
    }
  });

  it("makes one point in each period, at most one for all that were missed, and none when it is off", async () => {
    expect(await make()).toBe("not due");
    await setRestoreSchedule(owner, { databaseId, schedule: "hourly" });
    expect(await make()).toBe("made");
    expect(await make()).toBe("not due");
    await write("INSERT INTO t VALUES (1)");
    passHours(5);
    expect(await make()).toBe("made");
    expect(await make()).toBe("not due");
    const { items } = await listRestorePoints(owner, { databaseId });
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({ origin: "schedule", status: "ready", createdByKind: "operator", madeBy: null });
    expect(items[0]?.expiresAt).toBe(new Date(now.getTime() + 7 * DAY_MS).toISOString());
    expect(await findViolations({ ...service, hostCluster: service.cluster })).toEqual([]);
  });

  it("makes one point when two workers are at it at once", async () => {
    await setRestoreSchedule(owner, { databaseId, schedule: "weekly" });
    expect((await Promise.all([make(), make(), make()])).sort()).toEqual(["made", "not due", "not due"]);
  });

  it("queues a job for a database whose point is due, once, and for no other", async () => {
    const idle = await createReadyDatabase(service, organisation.member.owner);
    await setRestoreSchedule(owner, { databaseId, schedule: "daily" });
    const empty = () =>
      service.db.$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'make-scheduled%'`;
    await empty();
    await queueScheduledRestorePoints(await worker());
    await queueScheduledRestorePoints(await worker());
    expect(await queuedFor(databaseId)).toHaveLength(1);
    expect(await queuedFor(idle)).toEqual([]);
    await empty();
    await make();
    await queueScheduledRestorePoints(await worker());
    expect(await queuedFor(databaseId)).toEqual([]);
  });
});

describe("a scheduled point", () => {
  beforeEach(async () => {
    await setRestoreSchedule(owner, { databaseId, schedule: "hourly" });
    expect(await make()).toBe("made");
    passHours(1);
  });

  it("is not made while nothing has changed since the last one, however often it is due", async () => {
    for (const _ of [1, 2, 3]) {
      expect(await make()).toBe("unchanged");
      passHours(1);
    }
    await write("INSERT INTO t VALUES (1)");
    expect(await make()).toBe("made");
  });

  const changes: [what: string, statement: string][] = [
    ["a row", "INSERT INTO t VALUES (1)"],
    ["a definition", "ALTER TABLE t ADD COLUMN text text"],
    ["a comment", "COMMENT ON TABLE t IS 'kept'"],
    ["a sequence, which no rollback takes back", "BEGIN; SELECT nextval('s'); ROLLBACK"],
    ["nothing but rows that are gone again", "BEGIN; INSERT INTO t VALUES (1); DELETE FROM t; COMMIT"],
  ];

  it.for(changes)("is made after a change of %s", async ([, statement]) => {
    await write(statement);
    expect(await make()).toBe("made");
  });

  it("is made while a session is open, which may have changes that it has not told yet", async () => {
    const { promise: made, resolve } = Promise.withResolvers<string>();
    await asCustomer(url, async (client) => {
      // Ended in one message with the beginning of the next: its counters are told only after that one.
      await client.query("INSERT INTO t VALUES (1); COMMIT; BEGIN");
      await make().then(resolve);
    });
    expect(await made).toBe("made");
  });

  it("is made after a restore, and knows a named point as well as one of its own", async () => {
    await write("INSERT INTO t VALUES (1)");
    const { id } = await createRestorePoint(owner, { databaseId, name: "named" });
    expect(await make()).toBe("unchanged");
    await restoreInPlace(owner, { databaseId, restorePointId: id });
    expect(await make()).toBe("made");
  });
});

describe("the sweep", () => {
  const namesOf = async () => (await listRestorePoints(owner, { databaseId })).items.map(({ name }) => name);

  it("deletes points that are too old, those of which there are too many, and none that somebody named", async () => {
    await createRestorePoint(owner, { databaseId, name: "named" });
    await createRestorePoint(owner, { databaseId, name: "old change", origin: "before-change" });
    passHours(6 * 24);
    await setRestoreSchedule(owner, { databaseId, schedule: "hourly" });
    const scheduled: string[] = [];
    for (let hour = 0; hour < 8; hour += 1) {
      passHours(1);
      await write("INSERT INTO t VALUES (1)");
      expect(await make()).toBe("made");
      scheduled.unshift((await namesOf())[0] ?? "");
    }
    expect((await namesOf()).slice(0, -2)).toEqual(scheduled.slice(0, 7));
    passHours(16);
    await sweepRestorePoints(await worker());
    expect(await namesOf()).toEqual([...scheduled.slice(0, 7), "named"]);
    const rows = await service.db.auditEvent.findMany({
      where: { organisationId: organisation.id, action: "restore_point.delete" },
      orderBy: { createdAt: "asc" },
      select: { actorKind: true, data: true },
    });
    expect(rows.map(({ actorKind, data }) => ({ actorKind, ...(data as object) }))).toEqual(
      expect.arrayContaining([
        { actorKind: "operator", name: "old change", databaseId, reason: "expired" },
        { actorKind: "operator", name: scheduled[7], databaseId, reason: "surplus" },
      ]),
    );
    expect(rows).toHaveLength(2);
    expect(await findViolations({ ...service, hostCluster: service.cluster })).toEqual([]);
  });

  it("leaves a database alone that something works at, and comes back to it", async () => {
    await createRestorePoint(owner, { databaseId, name: "old change", origin: "before-change" });
    passHours(8 * 24);
    const host = await owner.hosts.get(service.hostId);
    await host.withLock([databaseId], async () => sweepRestorePoints(await worker()));
    expect(await namesOf()).toEqual(["old change"]);
    await sweepRestorePoints(await worker());
    expect(await namesOf()).toEqual([]);
  });
});
