import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { getRestriction } from "@/lib/hosting/guard/get-restriction";
import { listHostEvents } from "@/lib/hosting/guard/list-events";
import { keyActor, OPERATOR, random, type TestOrganisation } from "@/tests/support/context";
import { createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";

const AT = new Date("2026-05-04T12:00:00.000Z");

let service: HostingService;
let organisation: TestOrganisation;
let databaseId: string;

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation("pro");
  databaseId = await createReadyDatabase(service, organisation.member.owner);
});

afterAll(() => service.close());

beforeEach(() => service.db.hostEvent.deleteMany());

const list = async (actor: Actor, before?: string, id = databaseId) =>
  listHostEvents(await service.context(actor), { databaseId: id, before });
const restriction = async (actor: Actor) => getRestriction(await service.context(actor), { databaseId });

async function insert(count: number, at = () => AT): Promise<void> {
  const data = Array.from({ length: count }, (_, index) => ({
    ...{ id: createId("hostEvent", random), hostId: service.hostId, guardId: BigInt(index + 1), databaseId, at: at() },
    ...{ rule: "lock-table", act: "ended_session", measured: { locks: index } },
  }));
  await service.db.hostEvent.createMany({ data });
}

describe("events of a database", () => {
  it("are listed for every member and key that can read it, newest first", async () => {
    const later = new Date(AT.getTime() + 1_000);
    const times = [AT, later];
    await insert(2, () => times.shift() ?? AT);
    for (const actor of [organisation.member.viewer, keyActor(organisation.member.owner, { readOnly: true })]) {
      const { events, next } = await list(actor);
      expect(events.map(({ at }) => at)).toEqual([later.toISOString(), AT.toISOString()]);
      expect(events[1]).toMatchObject({ rule: "lock-table", act: "ended_session", measured: { locks: 0 } });
      expect(next).toBeNull();
    }
  });

  it("of one moment are on one page each, and none is left out", async () => {
    await insert(120);
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const { events, next } = await list(organisation.member.viewer, before);
      seen.push(...events.map(({ id }) => id));
      before = next ?? undefined;
    } while (before !== undefined);
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });

  it("are not found by a stranger, and a cursor of another list is refused", async () => {
    await insert(51);
    const stranger = (await service.organisation()).member.owner;
    await expect(list(stranger)).rejects.toMatchObject({ code: "database_not_found" });
    await expect(restriction(stranger)).rejects.toMatchObject({ code: "database_not_found" });
    await expect(list(OPERATOR)).rejects.toMatchObject({ code: "missing_permission" });
    const other = await createReadyDatabase(service, organisation.member.owner);
    const { next } = await list(organisation.member.viewer);
    expect(next).not.toBeNull();
    await expect(list(organisation.member.viewer, next ?? "", other)).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect((await list(organisation.member.viewer, undefined, other)).events).toEqual([]);
  });
});

it("a restriction is told to every member with the database's limit", async () => {
  const { viewer } = organisation.member;
  expect(await restriction(viewer)).toBeNull();
  const restricted = { restriction: "closed", restrictionRule: "database-size", restrictedAt: AT, restrictedUntil: AT };
  await service.db.database.update({ where: { id: databaseId }, data: restricted });
  await service.db.organisation.update({ where: { id: organisation.id }, data: { databaseBytes: 50n } });
  expect(await restriction(viewer)).toEqual({
    ...{ state: "closed", rule: "database-size", limitBytes: 50 },
    ...{ since: AT.toISOString(), until: AT.toISOString() },
  });
});
