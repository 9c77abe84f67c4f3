import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { PLANS } from "@/lib/core/plans";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { readKept } from "@/lib/hosting/kept-bytes/read";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { deleteRestorePoint } from "@/lib/hosting/restore-points/delete";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { makeScheduledRestorePoint } from "@/lib/hosting/restore-points/make-scheduled";
import { protectRestorePoint } from "@/lib/hosting/restore-points/protect";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { setRestoreSchedule } from "@/lib/hosting/restore-points/set-schedule";
import { FixedClock, type TestOrganisation } from "@/tests/support/context";
import { asSuperuser, createReadyDatabase, openHostingService } from "@/tests/support/databases";
import { findViolations } from "@/tests/support/invariants";

const service = await openHostingService();
let organisation: TestOrganisation;
let owner: Context;
let clock: FixedClock;
let databaseId: string;

beforeEach(async () => {
  organisation = await service.organisation("free");
  clock = new FixedClock(new Date());
  owner = { ...(await service.context(organisation.member.owner)), clock };
  databaseId = await createReadyDatabase(service, owner.actor);
});

afterAll(() => service.close());

const allow = (keptBytes: bigint) =>
  service.db.organisation.update({ where: { id: organisation.id }, data: { keptBytes } });
const violations = () => findViolations({ ...service, hostCluster: service.cluster });
const kept = () => readKept(owner, organisation.id);
const namesOf = async (id = databaseId) =>
  (await listRestorePoints(owner, { databaseId: id })).items.map(({ name }) => name);
const create = (name: string, id = databaseId) => createRestorePoint(owner, { databaseId: id, name });
/** As an ALTER TABLE of the SQL editor does, or a DROP TABLE. */
const keepBefore = (name: string, isProtected = false) => {
  clock.advance(1_000);
  return createRestorePoint(owner, { databaseId, name, origin: "before-change", isProtected });
};
const sizeOf = (id: string) =>
  asSuperuser(service.cluster, "postgres", async (client) => {
    const { rows } = await client.query<{ size: string }>("SELECT pg_database_size($1::name) AS size", [id]);
    return BigInt(rows[0]?.size ?? 0);
  });
/** The code of a refusal; anything else that fails, fails the test. */
const codeOf = async (attempt: Promise<unknown>) => {
  try {
    await attempt;
    return "done";
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
};

describe("the data that an organisation keeps", () => {
  it("RF-20: restore points made at once never pass its limit", async () => {
    const others = [await createReadyDatabase(service, owner.actor), await createReadyDatabase(service, owner.actor)];
    const size = await sizeOf(databaseId);
    await allow((size * 7n) / 2n);
    const outcomes = await Promise.all(
      [databaseId, ...others].flatMap((id) => [1, 2, 3].map((nth) => codeOf(create(`${nth}`, id)))),
    );
    expect(outcomes.toSorted()).toEqual([...Array(3).fill("done"), ...Array(6).fill("limit_reached")]);
    const { used, limit } = await kept();
    expect(used).toBeGreaterThan(Number(size) * 2.9);
    expect(used).toBeLessThanOrEqual(limit);
    expect(await violations()).toEqual([]);
  });

  it("RF-20: is told in the refusal, with what to delete; deleting it makes room", async () => {
    const size = await sizeOf(databaseId);
    await allow((size * 3n) / 2n);
    const point = await create("the first");
    const refused = create("the second");
    await expect(refused).rejects.toMatchObject({
      code: "limit_reached",
      message: expect.stringMatching(
        /uses 7\.\d MB of 1\d\.\d MB .* the largest is “the first” in the database “n-\w+”, with 7\.\d MB\.$/,
      ),
    });
    const restored = restoreInPlace(owner, { databaseId, restorePointId: point.id });
    await expect(restored).rejects.toMatchObject({ code: "limit_reached" });
    expect(await namesOf()).toEqual(["the first"]);
    await deleteRestorePoint(owner, { databaseId, restorePointId: point.id });
    expect((await kept()).used).toBe(0);
    await create("the second");
    expect(await listRestorePoints(owner, { databaseId })).toMatchObject({ kept: await kept() });
    await deleteDatabase(owner, { databaseId });
    expect((await kept()).used).toBe(0);
  });

  it("leaves a scheduled point out while there is no room, and makes it once there is", async () => {
    await allow(1_000n);
    await setRestoreSchedule(owner, { databaseId, schedule: "hourly" });
    const make = async () => makeScheduledRestorePoint(await service.worker(), { databaseId });
    expect(await make()).toBe("no room");
    expect(await violations()).toEqual([]);
    await allow(BigInt(PLANS.free.keptBytes));
    expect(await make()).toBe("made");
  });
});

describe("copies beyond the plan's number", () => {
  it("RF-20: restores in a row leave no more than that, and none goes that is younger than a week", async () => {
    const { id: restorePointId } = await create("the state to go back to");
    const outcomes: string[] = [];
    for (let nth = 0; nth < PLANS.free.restorePoints.safety + 2; nth += 1) {
      outcomes.push(await codeOf(restoreInPlace(owner, { databaseId, restorePointId })));
    }
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(PLANS.free.restorePoints.safety);
    expect(outcomes.slice(-2)).toEqual(["limit_reached", "limit_reached"]);
    expect(await namesOf()).toHaveLength(PLANS.free.restorePoints.safety + 1);
    expect(await violations()).toEqual([]);
  }, 60_000);

  it("RF-20: go in the operation that made the new one, the oldest first", async () => {
    const { safety } = PLANS.free.restorePoints;
    for (let nth = 0; nth < safety + 3; nth += 1) await keepBefore(`${nth}`);
    expect(await namesOf()).toEqual(Array.from({ length: safety }, (_, nth) => `${safety + 2 - nth}`));
    const deleted = await service.db.auditEvent.findMany({
      where: { organisationId: organisation.id, action: "restore_point.delete" },
      orderBy: { createdAt: "asc" },
      select: { data: true },
    });
    expect(deleted.map(({ data }) => data)).toEqual(
      ["0", "1", "2"].map((name) => ({ name, databaseId, reason: "surplus" })),
    );
    expect(await violations()).toEqual([]);
  }, 60_000);

  it("RF-20: never push out one from before a loss, until it is a week old", async () => {
    const { safety } = PLANS.free.restorePoints;
    await service.db.organisation.update({ where: { id: organisation.id }, data: { plan: "pro" } });
    await keepBefore("dropped", true);
    const shared = await keepBefore("altered, then dropped");
    await protectRestorePoint(owner, { organisationId: organisation.id, databaseId, restorePointId: shared.id });
    await service.db.organisation.update({ where: { id: organisation.id }, data: { plan: "free" } });
    for (let nth = 0; nth <= safety; nth += 1) await keepBefore(`${nth}`);
    expect((await namesOf()).slice(-2)).toEqual(["altered, then dropped", "dropped"]);
    expect(await namesOf()).toHaveLength(safety + 2);
    clock.advance(7 * 86_400_000);
    await keepBefore("a week later");
    expect(await namesOf()).toHaveLength(safety);
    expect(await namesOf()).not.toContain("dropped");
  }, 60_000);
});
