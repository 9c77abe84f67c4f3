import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBatchLoader } from "@/lib/core/db/batch-loader";
import type { ChangeMark } from "@/lib/core/db/change-mark";
import { createDatabaseClient, type DatabaseClient, readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { withTransaction } from "@/lib/core/db/transaction";
import { newControlUrl } from "@/tests/support/clusters";
import { makeContext } from "@/tests/support/context";

let mark = 0n;
const changes: ChangeMark = {
  read: () => mark,
  renew: () => {
    mark += 1n;
  },
};
const ID = "org_of_the_mark";
const where = { id: ID };
const data = { id: ID, name: "Acme" };
const renamed = { name: "Other" };
const renaming = Prisma.sql`update organisation set name = 'Raw' where id = ${ID} returning name`;
const naming = Prisma.sql`select name from organisation where id = ${ID}`;

let pool: pg.Pool;
let db: DatabaseClient;
let load: (id: string) => Promise<string | null>;
let asked = 0;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await newControlUrl(), max: 3 });
  db = createDatabaseClient(pool, () => undefined, changes);
  load = createBatchLoader(
    db,
    (id: string) => id,
    async (ids) => {
      asked += 1;
      const rows = await db.organisation.findMany({ where: { id: { in: ids } } });
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  );
});
afterAll(() => pool.end());

async function isRenewedBy(work: () => Promise<unknown>): Promise<boolean> {
  const before = mark;
  await work().catch(() => undefined);
  return mark !== before;
}

async function withDb() {
  return { ...(await makeContext()), db };
}

describe("the mark of changes", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["create", () => db.organisation.create({ data })],
    ["a refused create", () => db.organisation.create({ data })],
    ["update", () => db.organisation.update({ where, data: renamed })],
    ["updateMany", () => db.organisation.updateMany({ where, data: renamed })],
    ["updateManyAndReturn", () => db.organisation.updateManyAndReturn({ where, data: renamed })],
    ["upsert", () => db.organisation.upsert({ where, create: data, update: renamed })],
    ["$executeRaw", () => db.$executeRaw(renaming)],
    ["$queryRaw", () => db.$queryRaw(renaming)],
    ["readRows", () => readRows(db, renaming)],
    ["delete", () => db.organisation.delete({ where })],
    ["createMany", () => db.organisation.createMany({ data: [data] })],
    ["deleteMany", () => db.organisation.deleteMany({ where })],
    ["createManyAndReturn", () => db.organisation.createManyAndReturn({ data: [data] })],
    ["a transaction", async () => withTransaction(await withDb(), (tx) => readRows(tx.db, renaming))],
  ])("is another one after %s", async (_, write) => {
    expect(await isRenewedBy(write)).toBe(true);
  });

  it("stays the same while rows are read", async () => {
    const reads = [
      () => db.organisation.findUnique({ where }),
      () => db.organisation.findMany({ where }),
      () => db.organisation.count(),
      () => db.$queryRaw(naming),
      () => readRows(db, naming),
    ];
    for (const read of reads) expect(await isRenewedBy(read)).toBe(false);
  });
});

describe("rows that are known", () => {
  it("are asked for once until something is written, by any table", async () => {
    await db.organisation.update({ where, data: { name: "Acme" } });
    asked = 0;
    for (let i = 0; i < 5; i += 1) expect(await load(ID)).toBe("Acme");
    expect(asked).toBe(1);
    await db.auditEvent.deleteMany({ where: { id: "aud_none" } });
    expect(await load(ID)).toBe("Acme");
    expect(asked).toBe(2);
  });

  it("are asked for again after a transaction, of which they were read in the midst", async () => {
    const ctx = await withDb();
    await withTransaction(ctx, async (tx) => {
      await tx.db.organisation.update({ where, data: { name: "Committed" } });
      expect(await load(ID), "not committed yet").toBe("Acme");
    });
    expect(await load(ID)).toBe("Committed");
  });

  it("leave out missing rows, which are found as soon as they are there", async () => {
    asked = 0;
    expect([await load("org_missing"), await load("org_missing")]).toEqual([null, null]);
    expect(asked).toBe(2);
  });

  it("never are in a transaction, which reads its own writes", async () => {
    const ctx = await withDb();
    await withTransaction(ctx, async (tx) => {
      const within = createBatchLoader(
        tx.db,
        (id: string) => id,
        async (ids) => {
          const rows = await tx.db.organisation.findMany({ where: { id: { in: ids } } });
          return new Map(rows.map(({ id, name }) => [id, name]));
        },
      );
      expect(await within(ID)).toBe("Committed");
      await tx.db.organisation.update({ where, data: { name: "Inside" } });
      expect(await within(ID)).toBe("Inside");
    });
  });
});
