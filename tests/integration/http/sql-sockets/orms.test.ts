import { Pool } from "@neondatabase/serverless";
import { PrismaNeon } from "@prisma/adapter-neon";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/neon-serverless";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PrismaClient } from "@/lib/core/db/generated/client";
import { type HostingService, openHostingService } from "@/tests/support/databases";
import { hostedDatabase, pointDriverAt, type SqlSocketServer, startSqlSockets } from "@/tests/support/sql-sockets";

let service: HostingService;
let server: SqlSocketServer;

beforeAll(async () => {
  service = await openHostingService();
  server = await startSqlSockets(service);
  pointDriverAt(server);
});

afterAll(async () => {
  expect(server.logged).toEqual([]);
  await server.close();
  await service.close();
});

it("Drizzle's neon-serverless reads, writes and rolls back", async () => {
  const { connectionString } = await hostedDatabase(service);
  const pool = new Pool({ connectionString });
  const items = pgTable("items", { id: integer().primaryKey(), name: text().notNull() });
  try {
    const db = drizzle({ client: pool });
    await db.execute(sql`create table items (id int primary key, name text not null)`);
    await db.insert(items).values([
      { id: 1, name: "one" },
      { id: 2, name: "two" },
    ]);
    await expect(
      db.transaction(async (tx) => {
        await tx.delete(items).where(eq(items.id, 1));
        expect(await tx.select().from(items)).toEqual([{ id: 2, name: "two" }]);
        await tx.insert(items).values({ id: 2, name: "again" });
      }),
    ).rejects.toMatchObject({ cause: { code: "23505", constraint: "items_pkey" } });
    expect(await db.select().from(items).orderBy(items.id)).toEqual([
      { id: 1, name: "one" },
      { id: 2, name: "two" },
    ]);
  } finally {
    await pool.end();
  }
});

it("Prisma's adapter-neon reads, writes and rolls back", async () => {
  const { connectionString } = await hostedDatabase(service);
  const prisma = new PrismaClient({ adapter: new PrismaNeon({ connectionString }), errorFormat: "minimal" });
  try {
    await prisma.$executeRaw`create table items (id int primary key, name text)`;
    await prisma.$transaction([
      prisma.$executeRaw`insert into items values (1, 'one')`,
      prisma.$executeRaw`insert into items values (2, ${"zwölf"})`,
    ]);
    const failing = prisma.$transaction(async (tx) => {
      await tx.$executeRaw`delete from items`;
      await tx.$executeRaw`select 1 / 0`;
    });
    await expect(failing).rejects.toMatchObject({ code: "P2010" });
    expect(await prisma.$queryRaw`select id, name from items order by id`).toEqual([
      { id: 1, name: "one" },
      { id: 2, name: "zwölf" },
    ]);
  } finally {
    await prisma.$disconnect();
  }
});
