import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { describeBuiltIns } from "@/lib/sql/statements/describe-built-ins";
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
    await client.query(`CREATE TABLE orders (id bigint PRIMARY KEY, gone int, total numeric(10,2));
      ALTER TABLE orders DROP COLUMN gone, ADD "Tags" text[];
      CREATE TABLE lines (of bigint REFERENCES orders, nr int, PRIMARY KEY (of, nr), parent bigint REFERENCES orders);
      CREATE VIEW "Large orders" AS SELECT id FROM orders;
      CREATE TYPE mood AS ENUM ('calm');
      CREATE FUNCTION total(int) RETURNS int LANGUAGE sql RETURN 1;
      CREATE FUNCTION total(text) RETURNS int LANGUAGE sql RETURN 2;
      CREATE SCHEMA tools CREATE VIEW nothing AS SELECT;
      CREATE FUNCTION tools.clean() RETURNS int LANGUAGE sql RETURN 3;
      CREATE SCHEMA archive CREATE TABLE orders (at timestamptz);
      CREATE TABLE parts (n int) PARTITION BY RANGE (n);
      CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (0) TO (10) PARTITION BY RANGE (n);
      CREATE TABLE archive.parts_lowest PARTITION OF parts_low FOR VALUES FROM (0) TO (5);`);
  });
});

afterAll(() => service.close());

const column = (name: string, typeName: string, key: "primary" | "foreign" | null = null) => ({ name, typeName, key });

it("tells tables, views, their columns, functions and types by schema, those of public first", async () => {
  const viewer = await service.context(organisation.member.viewer);
  expect(await describeSchema(viewer, { databaseId })).toEqual({
    schemas: [
      {
        name: "public",
        tables: [
          { name: "Large orders", kind: "view", columns: [column("id", "bigint")] },
          {
            name: "lines",
            kind: "table",
            columns: [
              column("of", "bigint", "primary"),
              column("nr", "integer", "primary"),
              column("parent", "bigint", "foreign"),
            ],
          },
          {
            name: "orders",
            kind: "table",
            columns: [column("id", "bigint", "primary"), column("total", "numeric(10,2)"), column("Tags", "text[]")],
          },
          {
            // DA-L1: with its partitions, at every depth.
            name: "parts",
            kind: "partitioned table",
            columns: [column("n", "integer")],
            partitions: [
              { schema: "archive", name: "parts_lowest" },
              { schema: "public", name: "parts_low" },
            ],
          },
        ],
        functions: ["total"],
        types: ["mood"],
      },
      {
        name: "archive",
        tables: [{ name: "orders", kind: "table", columns: [column("at", "timestamp with time zone")] }],
        ...{ functions: [], types: [] },
      },
      { name: "tools", tables: [], functions: ["clean"], types: [] },
    ],
  });
});

it("tells the names of Postgres, without those that only Postgres itself calls, and in few bytes", async () => {
  const viewer = await service.context(organisation.member.viewer);
  const { keywords, types, functions, relations } = await describeBuiltIns(viewer, { databaseId });
  const all = [...keywords, ...types, ...functions];
  expect(all).toEqual(
    expect.arrayContaining(["select", "returning", "jsonb", "timestamptz", "jsonb_agg", "date_trunc"]),
  );
  expect(functions).toEqual(
    expect.arrayContaining(["array_append", "count", "row_number", "lower", "string_agg", "now"]),
  );
  for (const name of ["cobol", "dlurlscheme", "int4pl", "textin", "btint4cmp"]) expect(all).not.toContain(name);
  expect(relations.find(({ name }) => name === "pg_class")).toMatchObject({ schema: "pg_catalog" });
  expect(relations.find(({ name }) => name === "pg_class")?.columns).toEqual(
    expect.arrayContaining(["oid", "relname"]),
  );
  expect(relations.map(({ schema, name }) => `${schema}.${name}`)).toContain("information_schema.columns");
  expect(gzipSync(JSON.stringify({ keywords, types, functions, relations })).length).toBeLessThan(30_000);
});

it("tells strangers that there is no such database", async () => {
  const stranger = await service.context((await service.organisation()).member.owner);
  for (const verb of [describeSchema, describeBuiltIns]) {
    await expect(verb(stranger, { databaseId })).rejects.toMatchObject({ code: "database_not_found" });
  }
});
