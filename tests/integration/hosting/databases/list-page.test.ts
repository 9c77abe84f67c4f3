import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { findDatabaseNames } from "@/lib/hosting/databases/find-names";
import { getDatabaseWithBranches } from "@/lib/hosting/databases/get-with-branches";
import { DatabasePageInput, listDatabasePage } from "@/lib/hosting/databases/list-page";
import { createKey } from "@/lib/people/api-keys/create";
import { createOrganisation, makeContext, random, type TestOrganisation } from "@/tests/support/context";

const MANY = 10_000;
const START = Date.parse("2026-01-01T00:00:00.000Z");

let own: TestOrganisation;
let ctx: Context;
let hostId: string;

beforeAll(async () => {
  own = await createOrganisation();
  ctx = await makeContext({ actor: own.member.viewer });
  hostId = createId("host", random);
  const host = { provisionerUrl: "", publicHost: "db.example", publicPort: 5432, capacity: 20_000 };
  await ctx.db.host.create({ data: { id: hostId, name: hostId, serverVersionNum: 180007, ...host } });
});

interface Row {
  name: string;
  minute: number;
  parent?: { id: string; name: string } | undefined;
  status?: string;
}

async function insert(organisation: TestOrganisation, rows: readonly Row[]): Promise<{ id: string; name: string }[]> {
  const data = rows.map(({ name, minute, parent, status = "ready" }) => ({
    ...{ id: createId("database", random), organisationId: organisation.id, hostId, hostKind: "shared", password: "" },
    ...{ name, status, createdAt: new Date(START + minute * 60_000) },
    ...(parent && { parentDatabaseId: parent.id, parentName: parent.name, branchedAt: new Date(START) }),
  }));
  await ctx.db.database.createMany({ data });
  return data.map(({ id, name }) => ({ id, name }));
}

const page = (of: Context, input: object = {}) => listDatabasePage(of, DatabasePageInput.parse(input));
const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name);

describe("the entry of a database", () => {
  it("has its size, its connections, its last use and its creator, also by a key; filters follow these", async () => {
    const organisation = await createOrganisation();
    const of = await makeContext({ actor: organisation.member.developer });
    const [small, large, branch] = await insert(organisation, [
      { name: "small", minute: 1 },
      { name: "large", minute: 2 },
      { name: "branch", minute: 3, parent: { id: "db_gone", name: "gone" } },
    ]);
    const at = new Date(START);
    const set = (id: string | undefined, data: object) =>
      of.db.database.update({ where: { id: id ?? "" }, data, select: { id: true } });
    await set(small?.id, { createdById: of.actor.id, lastActiveAt: at });
    const key = await createKey(of, {
      ...{ organisationId: organisation.id, memberId: of.actor.id, name: "deploy" },
      ...{ databaseId: null, readOnly: false, expiresAt: null },
    });
    await set(large?.id, { createdById: key.id });
    await set(branch?.id, { createdById: "operator" });
    const counters = {
      ...{ locksWaiting: 0, commits: 0, rollbacks: 0, blocksRead: 0, blocksHit: 0, rowsReturned: 0, rowsInserted: 0 },
      ...{ rowsUpdated: 0, rowsDeleted: 0, deadlocks: 0, tempBytes: 0 },
    };
    await of.db.databaseSample.createMany({
      data: [
        { ...counters, databaseId: large?.id ?? "", at: new Date(START - 60_000), sizeBytes: 1, connections: 9 },
        { ...counters, databaseId: large?.id ?? "", at, sizeBytes: 2_000_000_000, connections: 3 },
        { ...counters, databaseId: small?.id ?? "", at, sizeBytes: 8_000_000, connections: 0 },
      ],
    });
    const developer = { name: "", email: `developer@${organisation.id}.example` };
    const all = await page(of);
    expect(all.items).toMatchObject([
      { name: "branch", sizeBytes: null, connections: null, lastActiveAt: null, createdBy: null },
      { name: "large", sizeBytes: 2_000_000_000, connections: 3, lastActiveAt: null, createdBy: developer },
      { name: "small", sizeBytes: 8_000_000, connections: 0, lastActiveAt: at.toISOString(), createdBy: developer },
    ]);
    const filtered = async (filter: string) => namesOf((await page(of, { filter })).items);
    expect(await filtered("mine")).toEqual(["large", "small"]);
    expect(await filtered("branches")).toEqual(["branch"]);
    expect(await filtered("large")).toEqual(["large"]);
    expect(namesOf((await page(of, { filter: "mine", search: "SMA" })).items)).toEqual(["small"]);
    const colleague = await makeContext({ actor: organisation.member.viewer });
    expect(namesOf((await page(colleague, { filter: "mine" })).items)).toEqual([]);
  });
});

describe("a page of databases", () => {
  it("has so many that are no branch, newest first, then their branches at every depth; one whose parent is gone stands by itself", async () => {
    const [orders] = await insert(own, [{ name: "orders", minute: 1 }]);
    const [gone] = await insert(own, [{ name: "gone", minute: 2, status: "deleting" }]);
    const [test] = await insert(own, [{ name: "orders-test", minute: 3, parent: orders }]);
    await insert(own, [
      { name: "orders-test-2", minute: 4, parent: test },
      { name: "orphan", minute: 5, parent: gone },
      { name: "users", minute: 6 },
    ]);
    const first = await page(ctx, { limit: 2 });
    expect(namesOf(first.items)).toEqual(["users", "orphan"]);
    const second = await page(ctx, { limit: 2, before: first.nextCursor ?? "" });
    expect(namesOf(second.items)).toEqual(["orders", "orders-test-2", "orders-test"]);
    expect(second).toMatchObject({ nextCursor: null, isCut: false });
    const shown = await getDatabaseWithBranches(ctx, { databaseId: orders?.id ?? "" });
    expect(namesOf(shown.branches)).toEqual(["orders-test-2", "orders-test"]);
  });

  it("finds a part of a name in any case, branches too, and takes no letter for a wildcard", async () => {
    expect(namesOf((await page(ctx, { search: "ORDERS-t" })).items)).toEqual(["orders-test-2", "orders-test"]);
    await insert(own, [{ name: "100%_done", minute: 7 }]);
    expect(namesOf((await page(ctx, { search: "%_" })).items)).toEqual(["100%_done"]);
    expect(namesOf((await page(ctx, { search: "_" })).items)).toEqual(["100%_done"]);
  });

  it("is the organisation's own: a stranger's has none of it, and takes no cursor or name of it", async () => {
    const stranger = await makeContext({ actor: (await createOrganisation()).member.owner });
    expect(await page(stranger)).toEqual({ items: [], nextCursor: null, isCut: false });
    const { items, nextCursor } = await page(ctx, { limit: 1 });
    await expect(page(stranger, { before: nextCursor ?? "" })).rejects.toMatchObject({ code: "invalid_request" });
    await expect(page(ctx, { search: "o", before: nextCursor ?? "" })).rejects.toMatchObject({
      code: "invalid_request",
    });
    const databaseIds = items.map(({ id }) => id);
    expect((await findDatabaseNames(ctx, { databaseIds })).size).toBe(1);
    expect((await findDatabaseNames(stranger, { databaseIds })).size).toBe(0);
    await expect(getDatabaseWithBranches(stranger, { databaseId: databaseIds[0] ?? "" })).rejects.toMatchObject({
      code: "database_not_found",
    });
  });

  it("stays small when there are ten thousand databases, or ten thousand branches of one", async () => {
    const large = await createOrganisation();
    const of = await makeContext({ actor: large.member.viewer });
    const rows = Array.from({ length: MANY }, (_, i) => ({ name: `database-${i}`, minute: i }));
    const [oldest] = await insert(large, rows);
    const first = await page(of);
    expect(first.items).toHaveLength(50);
    expect(JSON.stringify(first).length).toBeLessThan(16_000);
    expect(namesOf(first.items).slice(0, 2)).toEqual(["database-9999", "database-9998"]);
    expect(namesOf((await page(of, { search: "database-4242" })).items)).toEqual(["database-4242"]);

    await insert(
      large,
      Array.from({ length: MANY }, (_, i) => ({ name: `branch-${i}`, minute: i, parent: oldest })),
    );
    const shown = await getDatabaseWithBranches(of, { databaseId: oldest?.id ?? "" });
    expect(shown.branches).toHaveLength(200);
    expect(shown.isCut).toBe(true);
    expect((await page(of)).items).toHaveLength(50);
  });
});
