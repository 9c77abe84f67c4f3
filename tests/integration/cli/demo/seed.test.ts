import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COLLECTIONS } from "@/lib/cli/demo/collections";
import { INVITATIONS, KEYS, MEMBERS, RESTORE_POINTS, SAVED_QUERIES, STATEMENTS } from "@/lib/cli/demo/data";
import { type Demo, seedDemo } from "@/lib/cli/demo/seed";
import type { Context } from "@/lib/core/context";
import { connectionStringOf } from "@/lib/hosting/credentials/connection-string";
import { listSamples } from "@/lib/hosting/samples/list";
import { takeSamples } from "@/lib/hosting/samples/take";
import { listCollections } from "@/lib/sql/documents/list-collections";
import { dashboardProjectId, OPERATOR } from "@/tests/support/context";
import { asCustomer, type HostingService, openHostingService } from "@/tests/support/databases";
import { findViolations } from "@/tests/support/invariants";

let service: HostingService;
let operator: Context;
let demo: Demo;

beforeAll(async () => {
  service = await openHostingService();
  await dashboardProjectId(service.db);
  operator = await service.context(OPERATOR);
  demo = await seedDemo(operator);
}, 120_000);

afterAll(() => service.close());

/** Returns the number of each. */
async function counts() {
  const where = { organisationId: demo.organisationId };
  const { db } = service;
  return {
    members: await db.member.count({ where }),
    invitations: await db.invitation.count({ where }),
    keys: await db.managementKey.count({ where }),
    databases: await db.database.count({ where }),
    restorePoints: await db.restorePoint.count({ where }),
    statements: await db.statement.count({ where }),
    savedQueries: await db.savedQuery.count({ where }),
    samples: await db.databaseSample.count({ where: { database: where } }),
    auditEvents: await db.auditEvent.count({ where }),
  };
}

async function asOwner(): Promise<Context> {
  const { organisationId } = demo;
  const { id } = await service.db.member.findFirstOrThrow({ where: { organisationId, role: "owner" } });
  return service.context({ kind: "member", id, organisationId, role: "owner" });
}

async function rowsIn(name: string, table: string): Promise<number> {
  const { id } = await service.db.database.findFirstOrThrow({ where: { organisationId: demo.organisationId, name } });
  return asCustomer(await connectionStringOf(operator, id), async (client) => {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    return rows[0]?.count ?? 0;
  });
}

describe("the organisation to try the dashboard on", () => {
  it("has members of each role, invitations, keys, ready databases with rows, branches, restore points and a history", async () => {
    expect(demo.ownerPassword).toMatch(/^[0-9A-Za-z]{20,}$/);
    expect(await counts()).toMatchObject({
      ...{ members: MEMBERS.length, invitations: INVITATIONS.length, keys: KEYS.length },
      ...{ databases: demo.databases.length, restorePoints: RESTORE_POINTS.length },
      // Each import is one statement too.
      ...{ statements: STATEMENTS.length + COLLECTIONS.length, savedQueries: SAVED_QUERIES.length },
    });
    const rows = await service.db.database.findMany({ where: { organisationId: demo.organisationId } });
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["ready"]));
    expect(rows.filter(({ parentName }) => parentName !== null)).toHaveLength(3);
    expect(await rowsIn("shop", "orders")).toBe(3_000);
    expect(await rowsIn("shop", "order_lines")).toBeGreaterThan(3_000);
    expect(await rowsIn("shop-new-prices", "customers")).toBe(480);
    expect(await rowsIn("analytics", "page_views")).toBe(20_000);
    const failed = await service.db.statement.findMany({
      where: { organisationId: demo.organisationId, status: "failed" },
    });
    expect(failed.map(({ text }) => text)).toEqual(["SELECT * FROM order"]);
    expect(await findViolations({ ...service, hostCluster: service.cluster })).toEqual([]);
  });

  it("has collections of documents, which every branch made since has too", async () => {
    for (const { database, name, documents } of COLLECTIONS) {
      expect([name, await rowsIn(database, `documents.${name}`)]).toEqual([name, documents.length]);
    }
    expect(await rowsIn("shop-staging", "documents.reviews")).toBe(144);
    const { id } = await service.db.database.findFirstOrThrow({
      where: { organisationId: demo.organisationId, name: "shop" },
    });
    const collections = await listCollections(await asOwner(), { databaseId: id });
    expect(collections.map(({ name, jsonSchema }) => [name, jsonSchema !== null])).toEqual([
      ["abandoned_carts", false],
      ["reviews", true],
    ]);
  });

  it("has a day of figures that goes on where the host counts, without a jump or a gap", async () => {
    for (const name of ["shop", "analytics", "newsletter"]) {
      const { id } = await service.db.database.findFirstOrThrow({
        where: { organisationId: demo.organisationId, name },
      });
      await takeSamples(operator, { hostId: service.hostId });
      const rows = await service.db.databaseSample.findMany({ where: { databaseId: id }, orderBy: { at: "asc" } });
      expect(rows.length).toBeGreaterThanOrEqual(1_440);
      for (const [place, row] of rows.entries()) {
        const before = rows[place - 1];
        if (before) expect(row.commits).toBeGreaterThanOrEqual(before.commits);
        if (before && place < 1_440) expect(row.at.getTime() - before.at.getTime()).toBe(60_000);
      }
      const { points } = await listSamples(await asOwner(), { databaseId: id, range: "24h" });
      // The first stretches may lie before the first row, by as much as the demo took to make.
      const known = points.slice(2);
      expect(known.filter((point) => point.transactionsPerSecond === null)).toEqual([]);
      const rates = known.map(({ transactionsPerSecond }) => transactionsPerSecond ?? 0);
      expect(Math.max(...rates)).toBeGreaterThan(3 * Math.min(...rates));
      for (const { cacheHitRatio } of known) expect(cacheHitRatio).toBeGreaterThan(0.9);
    }
  });

  it("stays as it is when it is made again, and is finished when something is missing", async () => {
    const before = await counts();
    expect(await seedDemo(operator)).toEqual({ ...demo, ownerPassword: null });
    expect(await counts()).toEqual(before);
    await service.db.invitation.deleteMany({ where: { organisationId: demo.organisationId } });
    await seedDemo(operator);
    expect(await counts()).toMatchObject({ invitations: INVITATIONS.length, members: before.members });
    expect(await rowsIn("shop", "orders")).toBe(3_000);
  });

  it("is the operator's to make", async () => {
    const { member } = await service.organisation();
    const owner = await service.context(member.owner);
    await expect(seedDemo(owner)).rejects.toMatchObject({ code: "missing_permission" });
  });
});
