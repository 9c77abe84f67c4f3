import { afterEach, describe, expect, it, vi } from "vitest";
import { hashSecretText } from "@/lib/core/crypto/secret-text";
import { createId } from "@/lib/core/ids";
import { createKey } from "@/lib/people/api-keys/create";
import { createSqlParts } from "@/lib/sql/over-http/context";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { insertDatabase, insertHost } from "@/tests/support/rows";
import { recordingDatabase } from "@/tests/support/statements";

afterEach(() => vi.restoreAllMocks());

/** An organisation with two databases, and a process that has found `key` and the first of them once. */
async function setUp() {
  const ctx = await makeContext();
  const organisation = await createOrganisation();
  const host = await insertHost(ctx);
  const place = { organisationId: organisation.id, hostId: host.id };
  const databases = [await insertDatabase(ctx, place), await insertDatabase(ctx, place)] as const;
  const { db, statements, close } = await recordingDatabase();
  const { managementKeys } = createSqlParts(db);
  const newKey = () =>
    createKey(ctx, {
      ...{ organisationId: organisation.id, memberId: organisation.member.owner.id, name: "k" },
      ...{ databaseId: null, readOnly: false, expiresAt: null },
    });
  const key = await newKey();
  /** Asks as a request does: for the key, then for the database. */
  const request = async (databaseId: string, { secret } = key) => {
    const row = await managementKeys.find(hashSecretText(secret));
    if (row === null) throw new Error("the key is unknown");
    return managementKeys.findDatabase(row.id, databaseId);
  };
  // A row is fresh for milliseconds, which a busy machine may take between two steps of a test.
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  await request(databases[0].id);
  statements.length = 0;
  return { ctx, organisation, databases, newKey, key, managementKeys, request, statements, close };
}

describe("the database of a request that runs SQL", () => {
  it("comes with its key if the key was last used for it, and is asked for otherwise", async () => {
    const { databases, request, statements, close } = await setUp();
    const [one, two] = databases;
    expect(await request(one.id)).toEqual({
      ...{ id: one.id, organisationId: one.organisationId, hostId: one.hostId, status: "ready" },
      ...{ password: expect.stringMatching(/^\S+$/), isChanging: false },
    });
    expect(statements).toHaveLength(1);
    expect(await request(two.id)).toMatchObject({ id: two.id });
    expect(await request(two.id)).toMatchObject({ id: two.id });
    expect(await request(one.id)).toMatchObject({ id: one.id });
    expect(statements).toHaveLength(1 + 2 + 1 + 2);
    await close();
  });

  it("is each request's own, also if several keys and databases are asked for together", async () => {
    const { databases, newKey, request, statements, close } = await setUp();
    const [one, two] = databases;
    const other = await newKey();
    await request(two.id, other);
    statements.length = 0;
    const asked = [request(one.id), request(two.id, other), request(one.id), request(two.id)];
    expect((await Promise.all(asked)).map((row) => row?.id)).toEqual([one.id, two.id, one.id, two.id]);
    expect(statements).toHaveLength(2);
    await close();
  });

  it("is as it was when its key was found: deleted, renewed or being changed", async () => {
    const { ctx, organisation, databases, request, close } = await setUp();
    const [{ id, hostId }] = databases;
    const operationId = createId("operation", ctx.random);
    await ctx.db.operation.create({
      data: {
        ...{ id: operationId, kind: "rotate", status: "running" },
        ...{ databaseId: id, organisationId: organisation.id, hostId },
      },
    });
    expect(await request(id)).toMatchObject({ isChanging: true });
    await ctx.db.operation.update({ where: { id: operationId }, data: { status: "done" } });
    await ctx.db.database.update({ where: { id }, data: { password: "renewed" } });
    expect(await request(id)).toMatchObject({ isChanging: false, password: "renewed" });
    await ctx.db.database.update({ where: { id }, data: { status: "deleting" } });
    expect(await request(id)).toBeNull();
    await close();
  });

  it("is asked for again if the body took its time after the key", async () => {
    const { ctx, databases, key, managementKeys, statements, close } = await setUp();
    const [{ id }] = databases;
    const row = await managementKeys.find(hashSecretText(key.secret));
    await ctx.db.database.update({ where: { id }, data: { status: "deleting" } });
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 1_000);
    expect(await managementKeys.findDatabase(row?.id ?? "", id)).toBeNull();
    expect(statements).toHaveLength(2);
    await close();
  });
});
