import { afterAll, beforeAll, expect, it } from "vitest";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { describeSchema } from "@/lib/sql/statements/describe-schema";
import type { TestOrganisation } from "@/tests/support/context";
import { asCustomer, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";

let service: HostingService;
let organisation: TestOrganisation;
let databaseId: string;

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation();
  const owner = await service.context(organisation.member.owner);
  databaseId = await createReadyDatabase(service, organisation.member.owner);
  const { connectionString } = await revealConnectionString(owner, { databaseId });
  await asCustomer(connectionString, async (client) => {
    await client.query(`CREATE TABLE orders (id bigint, gone int, total numeric(10,2));
      ALTER TABLE orders DROP COLUMN gone, ADD "Tags" text[];
      CREATE VIEW "Large orders" AS SELECT id FROM orders;
      CREATE SCHEMA archive CREATE TABLE orders (at timestamptz);`);
  });
});

afterAll(() => service.close());

it("tells tables, views and their columns by schema, those of public first", async () => {
  const viewer = await service.context(organisation.member.viewer);
  expect(await describeSchema(viewer, { databaseId })).toEqual({
    schemas: [
      {
        name: "public",
        tables: [
          { name: "Large orders", columns: [{ name: "id", typeName: "bigint" }] },
          {
            name: "orders",
            columns: [
              { name: "id", typeName: "bigint" },
              { name: "total", typeName: "numeric(10,2)" },
              { name: "Tags", typeName: "text[]" },
            ],
          },
        ],
      },
      {
        name: "archive",
        tables: [{ name: "orders", columns: [{ name: "at", typeName: "timestamp with time zone" }] }],
      },
    ],
  });
});

it("tells strangers that there is no such database", async () => {
  const stranger = await service.context((await service.organisation()).member.owner);
  await expect(describeSchema(stranger, { databaseId })).rejects.toMatchObject({ code: "database_not_found" });
});
