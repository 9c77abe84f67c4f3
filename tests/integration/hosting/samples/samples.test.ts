import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import type { DatabaseFigures, DatabaseHost } from "@/lib/core/ports/database-host";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { listSamples } from "@/lib/hosting/samples/list";
import { SAMPLE_RANGES, type SampleRange } from "@/lib/hosting/samples/ranges";
import type { SamplePoint } from "@/lib/hosting/samples/resource";
import { sweepSamples } from "@/lib/hosting/samples/sweep";
import { sampleDatabases } from "@/lib/hosting/samples/take-all";
import { FixedClock, random, type TestOrganisation } from "@/tests/support/context";
import {
  asCustomer,
  createReadyDatabase,
  type HostingService,
  NO_SUCH_DATABASE,
  openHostingService,
} from "@/tests/support/databases";

const MINUTE_MS = 60_000;
const NOW = new Date("2026-05-04T12:00:30.000Z");

let service: HostingService;
let organisation: TestOrganisation;
let id: string;
let clock: FixedClock;
let worker: Context;

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation();
  id = await createReadyDatabase(service, organisation.member.owner);
  clock = new FixedClock(NOW);
  worker = { ...(await service.worker()), clock };
});

afterAll(() => service.close());

const rowsOf = (databaseId: string) =>
  service.db.databaseSample.findMany({ where: { databaseId }, orderBy: { at: "asc" } });
const clear = () => service.db.databaseSample.deleteMany();

async function list(range: SampleRange, databaseId = id): Promise<SamplePoint[]> {
  const ctx = { ...(await service.context(organisation.member.viewer)), clock };
  return (await listSamples(ctx, { databaseId, range })).points;
}

const ZERO = {
  connections: 0,
  locksWaiting: 0,
  commits: 0n,
  rollbacks: 0n,
  blocksRead: 0n,
  blocksHit: 0n,
  rowsReturned: 0n,
  rowsInserted: 0n,
  rowsUpdated: 0n,
  rowsDeleted: 0n,
  deadlocks: 0n,
  tempBytes: 0n,
};

type Row = Partial<typeof ZERO> & { minutesAgo: number; sizeBytes?: bigint };

/** Rows as the job leaves them, `minutesAgo` before the last full minute. */
async function insert(rows: Row[], databaseId = id): Promise<void> {
  const base = Math.floor(clock.now().getTime() / MINUTE_MS) * MINUTE_MS;
  const data = rows.map(({ minutesAgo, ...figures }) => ({
    ...{ databaseId, sizeBytes: 8_000_000n, ...ZERO, ...figures },
    at: new Date(base - minutesAgo * MINUTE_MS),
  }));
  await service.db.databaseSample.createMany({ data });
}

/** A host that gives the answers it is told. */
async function hostThatSays(figures: () => DatabaseFigures[], sizes: (ids: readonly string[]) => void = () => {}) {
  const real = await worker.hosts.get(service.hostId);
  const host = Object.create(real, {
    sample: { value: async () => figures() },
    measureSizes: {
      value: async (ids: readonly string[]) => {
        sizes(ids);
        return new Map(ids.map((one) => [one, 9_000_000n]));
      },
    },
  }) as DatabaseHost;
  return { ...worker, hosts: { minimumVersionNum: 0, get: async () => host } };
}

describe("sampling a real cluster", () => {
  it("stores the work of each database, once a minute however often it runs", async () => {
    await clear();
    const { connectionString } = await revealConnectionString(await service.context(organisation.member.owner), {
      databaseId: id,
    });
    await asCustomer(connectionString, async (client) => {
      await client.query("CREATE TABLE sampled (n int)");
      await client.query("INSERT INTO sampled SELECT generate_series(1, 500)");
      await client.query("SELECT pg_stat_force_next_flush()");
      await sampleDatabases(worker);
      await sampleDatabases(worker);
    });
    const [row, ...more] = await rowsOf(id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ at: new Date("2026-05-04T12:00:00.000Z"), connections: 1, locksWaiting: 0 });
    expect(row?.rowsInserted).toBeGreaterThanOrEqual(500n);
    expect(row?.sizeBytes).toBeGreaterThan(7_000_000n);
    expect(row?.commits).toBeGreaterThan(2n);
    const used = await service.db.database.findUnique({ where: { id }, select: { lastActiveAt: true } });
    expect(used).toEqual({ lastActiveAt: new Date("2026-05-04T12:00:00.000Z") });
  });

  it("counts who waits for a lock", async () => {
    await clear();
    const { connectionString } = await revealConnectionString(await service.context(organisation.member.owner), {
      databaseId: id,
    });
    await asCustomer(connectionString, async (holder) => {
      await holder.query("CREATE TABLE locked (n int)");
      await holder.query("BEGIN");
      await holder.query("LOCK TABLE locked");
      await asCustomer(connectionString, async (waiter) => {
        const waiting = waiter.query("SELECT * FROM locked");
        const host = await worker.hosts.get(service.hostId);
        await expect
          .poll(async () => (await host.sample()).find((figures) => figures.id === id))
          .toMatchObject({ connections: 2, locksWaiting: 1 });
        await holder.query("COMMIT");
        await waiting;
      });
    });
  });

  it("leaves out a host that is down, and samples the others", async () => {
    await clear();
    const hostId = createId("host", random);
    const place = { table: "host", column: "provisioner_url", rowId: hostId };
    await service.db.host.create({
      data: {
        ...{
          id: hostId,
          name: "gone",
          publicHost: "db.example",
          publicPort: 1,
          capacity: 1,
          serverVersionNum: 180_007,
        },
        provisionerUrl: service.sealer.seal("postgresql://provisioner:unused@127.0.0.1:1/postgres", place),
      },
    });
    await sampleDatabases(worker);
    await service.db.host.delete({ where: { id: hostId } });
    expect(await rowsOf(id)).toHaveLength(1);
  });
});

describe("kept samples", () => {
  it("a quiet database gets a row every 15 minutes, a busy one each minute, and none is entered for its size without need", async () => {
    await clear();
    const start = clock;
    clock = new FixedClock(new Date("2026-05-04T12:00:30.000Z"));
    const quiet = { id, ...ZERO };
    const busyId = await createReadyDatabase(service, organisation.member.owner);
    const busy = { id: busyId, ...ZERO };
    const asked: string[] = [];
    const ctx = {
      ...(await hostThatSays(
        () => [quiet, { ...busy }],
        (ids) => asked.push(...ids),
      )),
      clock,
    };
    for (let minute = 0; minute < 31; minute += 1) {
      await sampleDatabases(ctx);
      clock.advance(MINUTE_MS);
      quiet.commits += 1n;
      busy.commits += 40n;
    }
    clock = start;
    expect((await rowsOf(id)).map(({ at }) => at.getUTCMinutes())).toEqual([0, 15, 30]);
    expect(await rowsOf(busyId)).toHaveLength(31);
    // At first, and in the minute of the hour that each has to itself.
    const own = [id, busyId].filter(
      (one) => Number.parseInt(one.slice(-4), 36) % 60 <= 30 && Number.parseInt(one.slice(-4), 36) % 60 > 0,
    );
    expect(asked.toSorted()).toEqual([id, busyId, ...own].toSorted());
  });

  it("an hour that is a day old becomes its last row with the highest of its gauges; 30 days later it is gone", async () => {
    await clear();
    const day = 24 * 60;
    // NOW is 12:00:30; 11:00 to 11:59 the day before is complete and a day old.
    await insert([
      { minutesAgo: day + 60, connections: 2, commits: 10n },
      { minutesAgo: day + 40, connections: 9, locksWaiting: 1, commits: 50n },
      { minutesAgo: day + 1, connections: 3, commits: 90n, sizeBytes: 8_500_000n },
      { minutesAgo: day, connections: 4, commits: 95n },
      { minutesAgo: day - 20, connections: 5, commits: 99n },
      { minutesAgo: 30 * day + 1, commits: 1n },
      { minutesAgo: 29 * day, commits: 2n },
    ]);
    await sweepSamples(worker);
    const expected = [
      { commits: 2n },
      { commits: 90n, connections: 9, locksWaiting: 1, sizeBytes: 8_500_000n },
      { commits: 95n, connections: 4 },
      { commits: 99n, connections: 5 },
    ].map((row) => expect.objectContaining(row));
    expect(await rowsOf(id)).toEqual(expected);
    await sweepSamples(worker);
    expect(await rowsOf(id)).toEqual(expected);
  });
});

describe("listing", () => {
  it("is for every member of the organisation, and a stranger's database is not found", async () => {
    const stranger = await service.organisation();
    const ctx = await service.context(stranger.member.owner);
    const missing = expect.objectContaining({ code: "database_not_found" });
    await expect(listSamples(ctx, { databaseId: id, range: "1h" })).rejects.toEqual(missing);
    await expect(listSamples(ctx, { databaseId: NO_SUCH_DATABASE, range: "1h" })).rejects.toEqual(missing);
    expect(await list("1h")).toHaveLength(60);
  });

  it("before the first sample knows nothing", async () => {
    await clear();
    for (const range of Object.keys(SAMPLE_RANGES) as SampleRange[]) {
      const ctx = { ...(await service.context(organisation.member.viewer)), clock };
      const { points, latest } = await listSamples(ctx, { databaseId: id, range });
      expect(latest).toBeNull();
      expect(points).toHaveLength(SAMPLE_RANGES[range].points);
      expect(new Set(points.map(({ connections }) => connections))).toEqual(new Set([null]));
    }
  });

  it("gives rates per second, the share of cache hits, and nothing happening between two rows of a quiet database", async () => {
    await clear();
    await insert([
      { minutesAgo: 20, commits: 1_000n, blocksHit: 100n, connections: 3 },
      { minutesAgo: 10, commits: 1_540n, rollbacks: 60n, blocksHit: 190n, blocksRead: 10n, rowsInserted: 120n },
      { minutesAgo: 0, commits: 1_540n, rollbacks: 60n, blocksHit: 190n, blocksRead: 10n, rowsInserted: 120n },
    ]);
    const points = await list("1h");
    expect(points.at(-11)).toEqual({
      ...{ at: "2026-05-04T11:50:00.000Z", sizeBytes: 8_000_000, connections: 0, locksWaiting: 0 },
      ...{ transactionsPerSecond: 10, rowsWrittenPerSecond: 2, cacheHitRatio: 0.9 },
    });
    expect(points.at(-21)).toMatchObject({ connections: 3, transactionsPerSecond: null });
    expect(points.at(-20)).toMatchObject({ connections: 3, transactionsPerSecond: 0, cacheHitRatio: null });
    expect(points.at(-22)).toMatchObject({ connections: null, sizeBytes: null });
  });

  it("shows no figure below nothing when the counters begin anew, and counts later work", async () => {
    await clear();
    await insert([
      { minutesAgo: 2, commits: 9_000n, blocksHit: 9_000n, rowsDeleted: 50n },
      { minutesAgo: 1, commits: 600n, blocksHit: 30n, blocksRead: 10n, rowsDeleted: 60n },
      { minutesAgo: 0, commits: 660n, blocksHit: 30n, blocksRead: 10n, rowsDeleted: 60n },
    ]);
    const points = await list("1h");
    expect(points.at(-2)).toMatchObject({ transactionsPerSecond: 10, cacheHitRatio: 0.75 });
    expect(points.at(-1)).toMatchObject({ transactionsPerSecond: 1, rowsWrittenPerSecond: 0 });
    for (const range of Object.keys(SAMPLE_RANGES) as SampleRange[]) {
      const rates = (await list(range)).flatMap((point) => point.transactionsPerSecond ?? []);
      expect(Math.min(...rates)).toBeGreaterThanOrEqual(0);
    }
  });

  it("spreads work that was counted while nobody sampled, and leaves that time blank", async () => {
    await clear();
    await insert([
      { minutesAgo: 240, commits: 0n },
      { minutesAgo: 0, commits: 144_000n },
    ]);
    const points = await list("24h");
    expect(points.at(-1)).toMatchObject({ transactionsPerSecond: 10 });
    expect(points.slice(-16, -1).map(({ connections }) => connections)).toEqual(Array.from({ length: 15 }, () => null));
  });

  it("draws the same rates from hours that were rolled up", async () => {
    await clear();
    const rows = Array.from({ length: 5 * 60 }, (_, index) => ({
      minutesAgo: 48 * 60 - index,
      commits: BigInt(index * 120),
    }));
    await insert(rows);
    const before = await list("7d");
    await sweepSamples(worker);
    expect(await rowsOf(id)).toHaveLength(5);
    const after = await list("7d");
    const full = (points: SamplePoint[]) =>
      points.map((point) => point.transactionsPerSecond).filter((rate) => rate !== null);
    expect(full(before)).toContain(2);
    expect(full(after)).toContain(2);
  });
});

it("a thousand databases are sampled in one go, each with a row", async () => {
  await clear();
  const template = await service.db.database.findUniqueOrThrow({ where: { id }, omit: { password: false } });
  const ids = Array.from({ length: 1_000 }, () => createId("database", random));
  await service.db.database.createMany({ data: ids.map((one) => ({ ...template, id: one, name: one })) });
  const figures = () => ids.map((one) => ({ id: one, ...ZERO, commits: BigInt(randomBytes(4).readUInt32BE()) }));
  const ctx = { ...(await hostThatSays(figures)), clock };
  await sampleDatabases(ctx);
  expect(await service.db.databaseSample.count()).toBe(1_000);
  await service.db.database.deleteMany({ where: { id: { in: ids } } });
  expect(await service.db.databaseSample.count()).toBe(0);
});
