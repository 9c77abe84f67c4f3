import { escapeIdentifier } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { browseDocuments } from "@/lib/sql/documents/browse";
import { createCollection } from "@/lib/sql/documents/create-collection";
import { deleteDocuments } from "@/lib/sql/documents/delete";
import { deleteCollection } from "@/lib/sql/documents/delete-collection";
import { importDocuments } from "@/lib/sql/documents/import";
import { listCollections } from "@/lib/sql/documents/list-collections";
import { readDocument } from "@/lib/sql/documents/read";
import { saveDocument } from "@/lib/sql/documents/save";
import { setJsonSchema } from "@/lib/sql/documents/set-json-schema";
import type { TestOrganisation } from "@/tests/support/context";
import { asCustomer, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";

let service: HostingService;
let organisation: TestOrganisation;
let owner: Context;
let viewer: Context;
let stranger: Context;
let databaseId: string;

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation();
  owner = await service.context(organisation.member.owner);
  viewer = await service.context(organisation.member.viewer);
  stranger = await service.context((await service.organisation()).member.owner);
  databaseId = await createReadyDatabase(service, organisation.member.owner);
});

afterAll(() => service.close());

const make = async (name: string) => (await createCollection(owner, { databaseId, name })).name;
const listed = async (collection: string) =>
  (await browseDocuments(owner, { databaseId, collection, filters: [] })).documents;
const textsOf = async (collection: string) => (await listed(collection)).map(({ preview }) => preview);
const streamOf = (text: string) => new Blob([text]).stream();
const auditOf = (action: string) => service.db.auditEvent.findMany({ where: { targetId: databaseId, action } });

describe("writing documents", () => {
  it("adds, changes and deletes them, each to be undone", async () => {
    const collection = await make("notes");
    const input = { databaseId, collection };
    await saveDocument(owner, { ...input, text: '{"title": "first", "n": 1.10}' });
    const [document] = await listed(collection);
    const id = document?.id ?? "";
    const { stored } = await readDocument(owner, { ...input, id });
    expect(stored).toBe('{"n": 1.10, "title": "first"}');

    const changed = await saveDocument(owner, { ...input, text: '{"title": "second"}', replaces: { id, stored } });
    expect(await textsOf(collection)).toEqual(['{"title": "second"}']);
    expect((await listed(collection))[0]?.updatedAt).not.toBe(document?.updatedAt);
    await undoDataChange(owner, { databaseId, changeId: changed.changeId });
    expect(await listed(collection)).toEqual([document]);

    const deleted = await deleteDocuments(owner, { ...input, ids: [id] });
    expect(await listed(collection)).toEqual([]);
    await undoDataChange(owner, { databaseId, changeId: deleted.changeId });
    expect(await listed(collection)).toEqual([document]);
  });

  it("is refused when somebody else changed the document since, or it is gone", async () => {
    const collection = await make("shared");
    const input = { databaseId, collection };
    await saveDocument(owner, { ...input, text: "1" });
    const id = (await listed(collection))[0]?.id ?? "";
    await saveDocument(owner, { ...input, text: "2", replaces: { id, stored: "1" } });
    await expect(saveDocument(owner, { ...input, text: "3", replaces: { id, stored: "1" } })).rejects.toMatchObject({
      code: "change_conflict",
    });
    expect(await textsOf(collection)).toEqual(["2"]);
    await deleteDocuments(owner, { ...input, ids: [id] });
    await expect(deleteDocuments(owner, { ...input, ids: [id] })).rejects.toMatchObject({ code: "change_conflict" });
  });

  it("is refused for a text that is no JSON, cannot be stored, or does not fit the collection's schema", async () => {
    const collection = await make("strict");
    const input = { databaseId, collection };
    await setJsonSchema(owner, { ...input, jsonSchema: '{"type": "object", "properties": {"n": {"type": "number"}}}' });
    for (const text of ["{", "[]", '{"n": "1"}', '{"t": "\\u0000"}']) {
      await expect(saveDocument(owner, { ...input, text }), text).rejects.toMatchObject({ code: "invalid_request" });
    }
    await saveDocument(owner, { ...input, text: '{"n": 1}' });
    expect(await textsOf(collection)).toEqual(['{"n": 1}']);
  });

  it("is refused to viewers and strangers", async () => {
    const collection = await make("kept");
    await saveDocument(owner, { databaseId, collection, text: "1" });
    const ids = (await listed(collection)).map(({ id }) => id);
    for (const [ctx, code] of [
      [viewer, "missing_permission"],
      [stranger, "database_not_found"],
    ] as const) {
      const input = { databaseId, collection };
      if (ctx === viewer) await expect(saveDocument(ctx, { ...input, text: "{" })).rejects.toMatchObject({ code });
      await expect(saveDocument(ctx, { ...input, text: "2" })).rejects.toMatchObject({ code });
      await expect(deleteDocuments(ctx, { ...input, ids })).rejects.toMatchObject({ code });
      await expect(importDocuments(ctx, { ...input, body: streamOf("2") })).rejects.toMatchObject({ code });
      await expect(deleteCollection(ctx, input)).rejects.toMatchObject({ code });
    }
    expect(await textsOf(collection)).toEqual(["1"]);
    expect(await service.db.restorePoint.count({ where: { databaseId } })).toBe(0);
  });
});

describe("importing documents", () => {
  it("takes every line, to be undone as a whole", async () => {
    const collection = await make("small");
    const imported = await importDocuments(owner, {
      databaseId,
      collection,
      body: streamOf('{"n": 1}\n\n{"n": 2.00}\n'),
    });
    expect(imported).toMatchObject({ documents: 2, restorePointId: null });
    expect((await textsOf(collection)).sort()).toEqual(['{"n": 1}', '{"n": 2.00}']);
    await undoDataChange(owner, { databaseId, changeId: imported.changeId ?? "" });
    expect(await textsOf(collection)).toEqual([]);
    expect(await auditOf("collection.import")).toContainEqual(
      expect.objectContaining({ data: { name: collection, documents: 2 } }),
    );
  });

  it("RF-28: takes none when the collection's JSON Schema needs too long", async () => {
    const collection = await make("endless");
    const jsonSchema = '{"properties":{"a":{"not":{"pattern":"^(x+)+$"}}}}';
    await setJsonSchema(owner, { databaseId, collection, jsonSchema });
    const line = `{"a":"${"x".repeat(24)}!"}\n`;
    const importing = importDocuments(owner, { databaseId, collection, body: streamOf(line.repeat(60)) });
    const saving = saveDocument(owner, { databaseId, collection, text: `{"a":"${"x".repeat(60)}!"}` });
    const message = expect.stringContaining("JSON Schema needs more than 2 seconds");
    const refused = { status: "rejected", reason: { code: "invalid_request", message } };
    expect(await Promise.allSettled([importing, saving])).toMatchObject([refused, refused]);
    expect(await textsOf(collection)).toEqual([]);
  });

  it("takes none when a line cannot be taken, and names it", async () => {
    const collection = await make("whole");
    const refused = importDocuments(owner, { databaseId, collection, body: streamOf('{"n": 1}\n{"n": \n') });
    await expect(refused).rejects.toMatchObject({ code: "invalid_request", details: [{ path: "line 2" }] });
    expect(await textsOf(collection)).toEqual([]);
  });

  it("takes a restore point before a large one", async () => {
    const collection = await make("large");
    const lines = Array.from({ length: 1_501 }, (_, n) => JSON.stringify({ n })).join("\n");
    const imported = await importDocuments(owner, { databaseId, collection, body: streamOf(lines) });
    expect(imported).toMatchObject({ documents: 1_501, changeId: null });
    expect(await textsOf(collection)).toHaveLength(50);
    expect(await service.db.restorePoint.findUnique({ where: { id: imported.restorePointId ?? "" } })).toMatchObject({
      name: "Before an import into large",
      origin: "before-change",
      status: "ready",
    });
  });
});

describe("deleting a collection", () => {
  it("drops it after a restore point, which brings it back, and is on record", async () => {
    const collection = await make("gone");
    await saveDocument(owner, { databaseId, collection, text: "1" });
    const { restorePointId } = await deleteCollection(owner, { databaseId, collection });
    const names = async () => (await listCollections(owner, { databaseId })).map(({ name }) => name);
    expect(await names()).not.toContain(collection);
    expect(await auditOf("collection.delete")).toContainEqual(
      expect.objectContaining({ data: { name: collection, restorePointId } }),
    );
    await expect(deleteCollection(owner, { databaseId, collection })).rejects.toMatchObject({ code: "not_found" });
    await restoreInPlace(owner, { databaseId, restorePointId });
    expect(await names()).toContain(collection);
    expect(await textsOf(collection)).toEqual(["1"]);
  });

  it("takes a name of several lines, which SQL can give a table", async () => {
    const collection = "two\nlines\u2028and a third";
    const { connectionString } = await revealConnectionString(owner, { databaseId });
    const made = await make("renamed");
    await asCustomer(connectionString, (client) =>
      client.query(`ALTER TABLE documents.${escapeIdentifier(made)} RENAME TO ${escapeIdentifier(collection)}`),
    );
    const { restorePointId } = await deleteCollection(owner, { databaseId, collection });
    const { name } = await service.db.restorePoint.findUniqueOrThrow({ where: { id: restorePointId } });
    expect(name).toBe("Before deleting two lines and a third");
  });
});
