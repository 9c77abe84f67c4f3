import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { PLANS } from "@/lib/core/plans";
import { exchangeWithGuards } from "@/lib/hosting/guard/exchange-all";
import { sweepHostEvents } from "@/lib/hosting/guard/sweep";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { setPlan } from "@/lib/people/organisations/set-plan";
import { FixedClock, OPERATOR, type TestOrganisation } from "@/tests/support/context";
import { asSuperuser, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { type WrittenByGuard, writeAsGuard } from "@/tests/support/guard";
import { insertHost } from "@/tests/support/rows";

const VOLUMES = [{ purpose: "data", path: "/data", freeBytes: 5_000_000_000, totalBytes: 20_000_000_000 }];

let service: HostingService;
let organisation: TestOrganisation;
let id: string;
let guard: WrittenByGuard;
let worker: Context;
/** The log of the present test. */
let logged: Record<string, unknown>[];

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation("pro");
  id = await createReadyDatabase(service, organisation.member.owner);
});

afterAll(() => service.close());

beforeEach(async () => {
  guard = await writeAsGuard(service.cluster);
  await guard.empty();
  await service.db.hostEvent.deleteMany();
  logged = [];
  const log = pino({ level: "warn" }, { write: (line) => logged.push(JSON.parse(line)) });
  worker = { ...(await service.worker()), log };
});

const exchange = () => exchangeWithGuards(worker);
const events = () => service.db.hostEvent.findMany({ orderBy: { guardId: "asc" } });
const row = () =>
  service.db.database.findUniqueOrThrow({
    where: { id },
    select: { restriction: true, restrictionRule: true, restrictedAt: true, restrictedUntil: true },
  });
const host = () => service.db.host.findUniqueOrThrow({ where: { id: service.hostId } });

it("leaves a host without a guard as it is, and tells nobody of it", async () => {
  await asSuperuser(service.cluster, "postgres", (client) => client.query("DROP SCHEMA host_guard CASCADE"));
  const { guardSeenAt } = await host();
  await exchange();
  expect((await host()).guardSeenAt).toEqual(guardSeenAt);
  expect(logged).toEqual([]);
});

describe("limits", () => {
  it("are those of each database's organisation, and of no copy of a restore point", async () => {
    const other = await service.organisation("free");
    const small = await createReadyDatabase(service, other.member.owner);
    await createRestorePoint(await service.context(organisation.member.owner), { databaseId: id, name: "before" });
    await exchange();
    const { limits } = guard;
    expect(Object.keys(await limits()).toSorted()).toEqual([id, small].toSorted());
    expect((await limits())[id]).toMatchObject({
      organisationId: organisation.id,
      maxBytes: PLANS.pro.databaseBytes,
    });
    expect((await limits())[small]).toMatchObject({ organisationId: other.id, maxBytes: PLANS.free.databaseBytes });
  });

  it("are the operator's own in place of the plan's, and the plan's again", async () => {
    const ctx = await service.context(OPERATOR);
    const set = (databaseBytes: number | null) =>
      setPlan(ctx, { organisationId: organisation.id, plan: "pro", databaseBytes });
    await set(50 * 1024 ** 3);
    await exchange();
    expect((await guard.limits())[id]?.maxBytes).toBe(50 * 1024 ** 3);
    await set(null);
    await exchange();
    expect((await guard.limits())[id]?.maxBytes).toBe(PLANS.pro.databaseBytes);
  });

  it("that are the same are not written again, and one of a database that is gone goes", async () => {
    await exchange();
    const before = await guard.limits();
    await asSuperuser(service.cluster, "postgres", (client) =>
      client.query("INSERT INTO host_guard.database_limit VALUES ('db_00000000000000000000', 'org', 1)"),
    );
    await exchange();
    expect(await guard.limits()).toEqual(before);
  });
});

describe("events", () => {
  it("are taken over once, in order, each with a line in the log", async () => {
    const at = new Date("2026-05-04T11:59:00.000Z");
    const first = await guard.event({
      rule: "lock-table",
      act: "ended_session",
      databaseId: id,
      measured: { locks: 9 },
      at,
    });
    const second = await guard.event({ rule: "volume", act: "warned" });
    await exchange();
    await exchange();
    expect(await events()).toMatchObject([
      { guardId: first, databaseId: id, rule: "lock-table", act: "ended_session", measured: { locks: 9 }, at },
      { guardId: second, databaseId: null, rule: "volume", act: "warned" },
    ]);
    expect(logged).toMatchObject([
      { level: 40, hostId: service.hostId, databaseId: id, rule: "lock-table", act: "ended_session" },
      { level: 40, hostId: service.hostId, databaseId: null, rule: "volume", act: "warned" },
    ]);
    expect((await host()).guardEventId).toBe(second);
  });

  it("are taken over once by processes that come at the same time", async () => {
    for (let count = 0; count < 5; count += 1)
      await guard.event({ rule: "memory", act: "ended_session", databaseId: id });
    await Promise.all(Array.from({ length: 4 }, exchange));
    expect(await events()).toHaveLength(5);
    expect(logged).toHaveLength(5);
  });

  it("are all taken over when there are more than the host gives at once", async () => {
    await asSuperuser(service.cluster, "postgres", (client) =>
      client.query(
        `INSERT INTO host_guard.event (at, rule, act, measured)
         SELECT now(), 'connections', 'ended_session', '{}' FROM generate_series(1, 2100)`,
      ),
    );
    await exchange();
    expect(await service.db.hostEvent.count()).toBe(2_100);
  });

  it("name no database that the host does not hold, and one of an act nobody knows holds up no other", async () => {
    await guard.event({ rule: "database-size", act: "frozen", databaseId: id });
    await guard.event({ rule: "database-size", act: "warned", databaseId: "db_00000000000000000000" });
    await exchange();
    expect(await events()).toMatchObject([{ act: "warned", databaseId: null }]);
  });

  it("are kept for 90 days, and counted for ever", async () => {
    const clock = new FixedClock(new Date("2026-05-04T12:00:00.000Z"));
    const counted = async () => {
      const where = { hostId: service.hostId, rule: "notify-queue", act: "ended_session" };
      return (await service.db.hostEventTotal.findFirst({ where }))?.events;
    };
    await guard.event({ rule: "notify-queue", act: "ended_session", at: new Date("2026-02-03T11:59:59.000Z") });
    await guard.event({ rule: "notify-queue", act: "ended_session", at: new Date("2026-02-03T12:00:01.000Z") });
    await exchange();
    await guard.event({ rule: "notify-queue", act: "ended_session", at: clock.now() });
    await exchange();
    await sweepHostEvents({ ...worker, clock });
    expect((await events()).map(({ at }) => at.toISOString())).toEqual([
      "2026-02-03T12:00:01.000Z",
      "2026-05-04T12:00:00.000Z",
    ]);
    expect(await counted()).toBe(3);
  });
});

describe("restrictions", () => {
  it("are on the row of their database until the guard lifts them", async () => {
    const since = new Date("2026-05-04T11:00:00.000Z");
    await guard.restrict({ databaseId: id, state: "read_only", since });
    await exchange();
    expect(await row()).toEqual({
      ...{ restriction: "read_only", restrictionRule: "database-size" },
      ...{ restrictedAt: since, restrictedUntil: null },
    });
    const until = new Date("2026-05-04T11:05:00.000Z");
    await guard.restrict({ databaseId: id, state: "closed", until });
    await exchange();
    expect(await row()).toMatchObject({ restriction: "closed", restrictedUntil: until });
    await guard.lift(id);
    await exchange();
    expect(await row()).toEqual({
      ...{ restriction: null, restrictionRule: null },
      ...{ restrictedAt: null, restrictedUntil: null },
    });
  });

  it("of a host touch no database of another host", async () => {
    const elsewhere = await insertHost(worker);
    await service.db.database.update({ where: { id }, data: { hostId: elsewhere.id } });
    await guard.restrict({ databaseId: id, state: "closed" });
    await guard.event({ rule: "database-size", act: "closed", databaseId: id });
    await exchange();
    expect(await row()).toMatchObject({ restriction: null });
    expect(await events()).toMatchObject([{ hostId: service.hostId, databaseId: null }]);
    await service.db.database.update({ where: { id }, data: { hostId: service.hostId } });
    await service.db.host.delete({ where: { id: elsewhere.id } });
  });
});

it("the guard's last report is on the host's row; the parts of it that can't be read are left out", async () => {
  const at = new Date("2026-05-04T12:00:00.000Z");
  await guard.beat(at, [...VOLUMES, { purpose: "wal" }]);
  await exchange();
  expect(await host()).toMatchObject({ guardSeenAt: at, guardVolumes: VOLUMES });
});

it("a host that is down hinders no other", async () => {
  const gone = await insertHost(worker);
  await guard.event({ rule: "memory", act: "ended_session", databaseId: id });
  await exchange();
  expect(await events()).toHaveLength(1);
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 40, hostId: gone.id, msg: "the guard of a host was not heard" }),
  );
  await service.db.host.delete({ where: { id: gone.id } });
});
