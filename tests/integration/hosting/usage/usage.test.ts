import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { DAY_MS, HISTORY_DAYS, readCountHistory } from "@/lib/hosting/usage/count-history";
import { listStorage } from "@/lib/hosting/usage/list-storage";
import { addMember } from "@/lib/people/members/add";
import { removeMember } from "@/lib/people/members/remove";
import { FixedClock } from "@/tests/support/context";
import { createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";

const NOW = new Date("2026-05-04T12:00:00.000Z");
const LAST = HISTORY_DAYS - 1;

let service: HostingService;
let owner: Context;
let viewer: Context;
let stranger: Context;
let organisationId: string;
let databaseId: string;

beforeAll(async () => {
  service = await openHostingService();
  const { id, member } = await service.organisation();
  organisationId = id;
  const clock = new FixedClock(NOW);
  owner = { ...(await service.context(member.owner)), clock };
  viewer = { ...(await service.context(member.viewer)), clock };
  stranger = await service.context((await service.organisation()).member.owner);
  databaseId = await createReadyDatabase(service, owner.actor, "main");
  const createdAt = new Date(NOW.getTime() - 20 * DAY_MS - 1);
  await service.db.organisation.update({ where: { id }, data: { createdAt } });
});

afterAll(() => service.close());

const at = (days: number): Context => ({ ...owner, clock: new FixedClock(new Date(NOW.getTime() - days * DAY_MS)) });

async function history(now: { databases: number; branches: number; members: number }) {
  return readCountHistory(viewer, { organisationId, now });
}

describe("the usage of an organisation", () => {
  it("is counted backwards from now, by the audit log, to the organisation's beginning", async () => {
    const { id: gone } = await createDatabase(at(10.5), { name: "gone" });
    await deleteDatabase(at(3.5), { databaseId: gone });
    const input = { organisationId, email: `ada@${organisationId.slice(4)}.example`, role: "viewer" } as const;
    const operator = { ...(await service.worker()), actor: { kind: "operator", id: "test" } } as const;
    const { id: memberId } = await addMember({ ...operator, clock: at(6.5).clock }, input);
    await removeMember(at(1.5), { organisationId, member: memberId });
    const { databases, branches, members } = await history({ databases: 1, branches: 0, members: 4 });
    expect(databases).toHaveLength(HISTORY_DAYS);
    expect([LAST, LAST - 3, LAST - 4, LAST - 10, LAST - 11].map((day) => databases[day])).toEqual([1, 1, 2, 2, 1]);
    expect([LAST, LAST - 1, LAST - 2, LAST - 6, LAST - 7].map((day) => members[day])).toEqual([4, 4, 5, 5, 4]);
    expect(new Set(branches.slice(LAST - 20))).toEqual(new Set([0]));
    expect([databases, members].map((days) => days[LAST - 21])).toEqual([null, null]);
  });

  it("includes the size of each database at the end of each day, the largest first", async () => {
    await service.db.databaseSample.deleteMany({ where: { databaseId } });
    const { id: small } = await createDatabase(owner, { name: "small" });
    const sampled = (id: string, days: number, sizeBytes: bigint) => ({
      ...{ databaseId: id, at: at(days).clock.now(), sizeBytes, connections: 0, locksWaiting: 0, commits: 0n },
      ...{ rollbacks: 0n, blocksRead: 0n, blocksHit: 0n, rowsReturned: 0n, rowsInserted: 0n, rowsUpdated: 0n },
      ...{ rowsDeleted: 0n, deadlocks: 0n, tempBytes: 0n },
    });
    await service.db.databaseSample.createMany({
      data: [sampled(databaseId, 5.5, 1_000n), sampled(databaseId, 2.5, 3_000n), sampled(small, 0.5, 500n)],
    });
    const { items, totalBytes, measured } = await listStorage(viewer, { organisationId });
    expect(items.map(({ id, sizeBytes }) => [id, sizeBytes])).toEqual([
      [databaseId, 3_000],
      [small, 500],
    ]);
    expect({ totalBytes, measured }).toEqual({ totalBytes: 3_500, measured: 2 });
    expect([LAST, LAST - 2, LAST - 3, LAST - 5, LAST - 6].map((day) => items[0]?.sizes[day])).toEqual([
      ...[3_000, 3_000, 1_000, 1_000, null],
    ]);
  });

  it("is not found by a stranger", async () => {
    const now = { databases: 0, branches: 0, members: 0 };
    await expect(readCountHistory(stranger, { organisationId, now })).rejects.toMatchObject({ code: "not_found" });
    await expect(listStorage(stranger, { organisationId })).rejects.toMatchObject({ code: "not_found" });
  });
});
