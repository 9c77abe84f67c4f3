import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { browseDocuments } from "@/lib/sql/documents/browse";
import { CollectionName } from "@/lib/sql/documents/collection-name";
import { countDocuments } from "@/lib/sql/documents/count";
import { createCollection } from "@/lib/sql/documents/create-collection";
import { exportDocuments } from "@/lib/sql/documents/export";
import { listCollections } from "@/lib/sql/documents/list-collections";
import { readDocument } from "@/lib/sql/documents/read";
import type { DocumentFilter } from "@/lib/sql/documents/resource";
import { setJsonSchema } from "@/lib/sql/documents/set-json-schema";
import type { TestOrganisation } from "@/tests/support/context";
import { asCustomer, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";

let service: HostingService;
let organisation: TestOrganisation;
let owner: Context;
let viewer: Context;
let stranger: Context;
let databaseId: string;
let connectionString: string;

const HOSTILE = `x"; DROP SCHEMA documents; --'<script>\u202E`;
const PEOPLE = [
  { name: "Ada", age: 36, address: { city: "London" }, tags: ["maths", "first"], isKind: true },
  { name: "Grace", age: 85, address: { city: "New York" }, tags: ["navy"], nickname: null },
  { name: "Alan", age: 41, address: { city: "London" }, tags: [] },
  { name: "<b>\"Rob'); DROP TABLE", age: "41" },
];

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation();
  owner = await service.context(organisation.member.owner);
  viewer = await service.context(organisation.member.viewer);
  stranger = await service.context((await service.organisation()).member.owner);
  databaseId = await createReadyDatabase(service, organisation.member.owner);
  connectionString = (await revealConnectionString(owner, { databaseId })).connectionString;
  await createCollection(owner, { databaseId, name: "people" });
  await asCustomer(connectionString, async (client) => {
    for (const person of PEOPLE) {
      await client.query("INSERT INTO documents.people (document) VALUES ($1)", [JSON.stringify(person)]);
    }
  });
});

afterAll(() => service.close());

const namesOf = async (...filters: DocumentFilter[]) => {
  const { documents } = await browseDocuments(owner, { databaseId, collection: "people", filters });
  return documents.map(({ preview }) => JSON.parse(preview).name);
};

describe("collections", () => {
  it("are tables that the customer's programs use by plain SQL, found by their index", async () => {
    const plan = await asCustomer(connectionString, async (client) => {
      await client.query("SET enable_seqscan = off");
      const { rows } = await client.query(
        `EXPLAIN SELECT 1 FROM documents.people WHERE document @? '$.age ? (@ == 36)'`,
      );
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan).toContain("Bitmap Index Scan");
    const found = await listCollections(viewer, { databaseId });
    expect(found).toEqual([{ name: "people", estimatedDocuments: null, bytes: expect.any(Number), jsonSchema: null }]);
    expect(
      await service.db.auditEvent.findFirst({ where: { targetId: databaseId, action: "collection.create" } }),
    ).toMatchObject({
      actorId: organisation.member.owner.id,
      data: { name: "people" },
    });
  });

  it("HP-01: have names that are taken as they are", async () => {
    const name = CollectionName.parse(HOSTILE);
    await createCollection(owner, { databaseId, name });
    expect((await listCollections(owner, { databaseId })).map((collection) => collection.name)).toContain(name);
    await setJsonSchema(owner, { databaseId, collection: name, jsonSchema: `{"title": "it's \\\\ <script>"}` });
    const { collection, documents } = await browseDocuments(owner, { databaseId, collection: name, filters: [] });
    expect(collection.jsonSchema).toBe(`{"title": "it's \\\\ <script>"}`);
    expect(documents).toEqual([]);
  });

  it("have names of at most 63 bytes, without control characters", () => {
    for (const name of ["", "  ", "a".repeat(64), "é".repeat(32), "a\u0000b", "a\nb", "\uD800"]) {
      expect(CollectionName.safeParse(name).success, JSON.stringify(name)).toBe(false);
    }
    expect(CollectionName.parse("é".repeat(31))).toHaveLength(31);
  });

  it("have a name once", async () => {
    await expect(createCollection(owner, { databaseId, name: "people" })).rejects.toMatchObject({ code: "conflict" });
  });

  it("differ from other tables of the schema", async () => {
    await asCustomer(connectionString, (client) =>
      client.query(`
        CREATE TABLE documents.plain (id int PRIMARY KEY);
        CREATE TABLE documents.wider (LIKE documents.people INCLUDING ALL, more text);
        CREATE TABLE documents.keyless (LIKE documents.people);
        CREATE VIEW documents.seen AS SELECT * FROM documents.people;`),
    );
    const names = (await listCollections(owner, { databaseId })).map(({ name }) => name);
    for (const name of ["plain", "wider", "keyless", "seen"]) {
      expect(names).not.toContain(name);
      await expect(browseDocuments(owner, { databaseId, collection: name, filters: [] })).rejects.toMatchObject({
        code: "not_found",
      });
    }
  });

  it("are made and described by members who may write, in databases of the own organisation", async () => {
    const making = { databaseId, name: "never" };
    const describing = { databaseId, collection: "people", jsonSchema: "{}" };
    await expect(createCollection(viewer, making)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(setJsonSchema(viewer, describing)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(createCollection(stranger, making)).rejects.toMatchObject({ code: "database_not_found" });
    await expect(setJsonSchema(stranger, describing)).rejects.toMatchObject({ code: "database_not_found" });
    await expect(listCollections(stranger, { databaseId })).rejects.toMatchObject({ code: "database_not_found" });
    await expect(browseDocuments(stranger, { databaseId, collection: "people", filters: [] })).rejects.toMatchObject({
      code: "database_not_found",
    });
    expect((await listCollections(owner, { databaseId })).map(({ name }) => name)).not.toContain("never");
  });
});

describe("a collection's JSON Schema", () => {
  const set = (jsonSchema: string | null) => setJsonSchema(owner, { databaseId, collection: "people", jsonSchema });
  const stored = async () =>
    (await listCollections(owner, { databaseId })).find(({ name }) => name === "people")?.jsonSchema;

  it("is kept as the comment of the column, and taken away", async () => {
    await set('{"type": "object"}');
    expect(await stored()).toBe('{"type": "object"}');
    await set(null);
    expect(await stored()).toBeNull();
    expect(
      await service.db.auditEvent.count({ where: { targetId: databaseId, action: "collection.set_schema" } }),
    ).toBeGreaterThan(1);
  });

  it("must be one", async () => {
    for (const text of [
      "",
      "[]",
      "{",
      '{"type": "nothing"}',
      '{"$ref": "https://elsewhere.example/schema"}',
      '{"unheard": 1}',
    ]) {
      await expect(set(text), text).rejects.toMatchObject({ code: "invalid_request" });
    }
    expect(await stored()).toBeNull();
  });

  it("is not somebody else's comment", async () => {
    await asCustomer(connectionString, (client) =>
      client.query("COMMENT ON COLUMN documents.people.document IS 'of people'"),
    );
    expect(await stored()).toBeNull();
  });
});

describe("documents", () => {
  it("are shown newest first, a page at a time, there and back", async () => {
    const browse = (cursor?: string) =>
      browseDocuments(owner, { databaseId, collection: "people", filters: [], limit: 3, cursor });
    const first = await browse();
    expect(first.documents.map(({ preview }) => JSON.parse(preview).name)).toEqual([PEOPLE[3]?.name, "Alan", "Grace"]);
    expect(first.previous).toBeNull();
    const second = await browse(first.next ?? "");
    expect(second).toMatchObject({ rowsBefore: 3, next: null });
    expect(second.documents.map(({ preview }) => JSON.parse(preview).name)).toEqual(["Ada"]);
    expect((await browse(second.previous ?? "")).documents).toEqual(first.documents);
    await expect(browse("made-up")).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("are found by the value at a path", async () => {
    expect(await namesOf({ path: "$.address.city", operator: "equals", value: "London" })).toEqual(["Alan", "Ada"]);
    expect(await namesOf({ path: "age", operator: "equals", value: "41" })).toEqual(["Alan"]);
    expect(await namesOf({ path: "age", operator: "equals", value: '"41"' })).toEqual([PEOPLE[3]?.name]);
    expect(await namesOf({ path: "$.age", operator: "greater", value: "40" })).toEqual(["Alan", "Grace"]);
    expect(await namesOf({ path: "$.tags[*]", operator: "equals", value: "navy" })).toEqual(["Grace"]);
    expect(await namesOf({ path: "$.isKind", operator: "equals", value: "true" })).toEqual(["Ada"]);
    expect(await namesOf({ path: "$.nickname", operator: "equals", value: "null" })).toEqual(["Grace"]);
    expect(await namesOf({ path: "$.name", operator: "contains", value: "A" })).toHaveLength(4);
    expect(await namesOf({ path: "$.name", operator: "contains", value: "'); drop" })).toEqual([PEOPLE[3]?.name]);
    expect(await namesOf({ path: "$.name", operator: "starts with", value: "A" })).toEqual(["Alan", "Ada"]);
    expect(await namesOf({ path: "$.address", operator: "does not exist" })).toEqual([PEOPLE[3]?.name]);
    expect(await namesOf({ path: "$.tags.size() ? (@ > 1)", operator: "exists" })).toEqual(["Ada"]);
    expect(
      await namesOf(
        { path: "$.address.city", operator: "equals", value: "London" },
        { path: "age", operator: "less", value: "40" },
      ),
    ).toEqual(["Ada"]);
    const filters: DocumentFilter[] = [{ path: "$.age", operator: "exists" }];
    expect(await countDocuments(owner, { databaseId, collection: "people", filters })).toEqual({ count: 4 });
  });

  it("are not found by a path that is none, which is told", async () => {
    for (const path of ["$.a[", "$..b", "$.a'; DROP TABLE documents.people; --", "$.a ? (@ =="]) {
      await expect(namesOf({ path, operator: "equals", value: "1" }), path).rejects.toMatchObject({
        code: "invalid_request",
        message: expect.stringContaining("jsonpath"),
      });
    }
    expect(await namesOf()).toHaveLength(4);
  });

  it("are read in full, with every digit of their numbers", async () => {
    const id = "00000000-0000-7000-8000-000000000000";
    const text = '{"n": 12345678901234567890.12345678901234567890, "z": 1, "a": [true, null]}';
    await asCustomer(connectionString, (client) =>
      client.query("INSERT INTO documents.people (id, document) VALUES ($1, $2)", [id, text]),
    );
    const read = await readDocument(viewer, { databaseId, collection: "people", id });
    expect(read.text).toContain('"n": 12345678901234567890.12345678901234567890');
    expect(read.stored).toBe('{"a": [true, null], "n": 12345678901234567890.12345678901234567890, "z": 1}');
    await expect(
      readDocument(owner, { databaseId, collection: "people", id: id.replace("7", "8") }),
    ).rejects.toMatchObject({ code: "not_found" });
    await asCustomer(connectionString, (client) => client.query("DELETE FROM documents.people WHERE id = $1", [id]));
  });

  it("are exported a line each, those that fit the filter", async () => {
    const exported = async (ctx: Context, filters: DocumentFilter[]) => {
      const lines: string[] = [];
      const write = async (text: string) => void lines.push(...text.trimEnd().split("\n"));
      await exportDocuments(ctx, { databaseId, collection: "people", filters, write });
      return lines.map((line) => JSON.parse(line).name);
    };
    expect(await exported(viewer, [])).toEqual(PEOPLE.map(({ name }) => name));
    expect(await exported(viewer, [{ path: "age", operator: "equals", value: "36" }])).toEqual(["Ada"]);
    await expect(exported(stranger, [])).rejects.toMatchObject({ code: "database_not_found" });
    const { db } = service;
    const audited = await db.auditEvent.findMany({
      where: { action: "collection.export" },
      orderBy: { createdAt: "asc" },
    });
    expect(audited).toMatchObject([
      { actorId: viewer.actor.id, targetId: databaseId, data: { name: "people", isFiltered: false } },
      { actorId: viewer.actor.id, targetId: databaseId, data: { name: "people", isFiltered: true } },
    ]);
  });

  it("are all exported when there are more than fit at a time", async () => {
    await createCollection(owner, { databaseId, name: "many" });
    await asCustomer(connectionString, (client) =>
      client.query(
        "INSERT INTO documents.many (document) SELECT jsonb_build_object('n', n) FROM generate_series(1, 1203) AS n",
      ),
    );
    let lines = 0;
    const write = async (text: string) => {
      lines += text.split("\n").length - 1;
    };
    await exportDocuments(owner, { databaseId, collection: "many", filters: [], write });
    expect(lines).toBe(1203);
  });
});
