import { beforeEach, describe, expect, test } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import { createBucket } from "@/lib/services/storage/buckets/create";
import { deleteBucket } from "@/lib/services/storage/buckets/delete";
import { explainAccess } from "@/lib/services/storage/buckets/explain";
import { listBuckets } from "@/lib/services/storage/buckets/list";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { showBucket } from "@/lib/services/storage/buckets/show";
import { updateBucket } from "@/lib/services/storage/buckets/update";
import { makeBucket, makeStorage, put, type TestStorage } from "@/tests/support/storage";

let storage: TestStorage;
let bucket: Bucket;
let at: { projectId: string; bucket: string };

beforeEach(async () => {
  storage = await makeStorage();
  bucket = await makeBucket(storage);
  at = { projectId: storage.projectId, bucket: bucket.name };
});

const CHANGES: [string, (ctx: ServiceContext) => Promise<unknown>][] = [
  ["bucket.create", (ctx) => createBucket(ctx, { projectId: at.projectId, name: "another" })],
  ["bucket.update", (ctx) => updateBucket(ctx, { ...at, public: true })],
  ["bucket.delete", (ctx) => deleteBucket(ctx, at)],
];

const READS: [string, (ctx: ServiceContext) => Promise<unknown>][] = [
  ["listing", (ctx) => listBuckets(ctx, at)],
  ["showing", (ctx) => showBucket(ctx, at)],
  ["explaining", (ctx) => explainAccess(ctx, { ...at, action: "read", key: "a", claims: null })],
];

describe.each(CHANGES)("%s", (action, change) => {
  test("works for servers and members, is recorded, refused to members who only read, and hidden from strangers", async () => {
    await expect(change(await storage.server("read"))).rejects.toMatchObject({ code: "key_scope_too_narrow" });
    await expect(change(await storage.member("viewer"))).rejects.toMatchObject({ code: "missing_permission" });
    await expect(change(await storage.user("usr_1"))).rejects.toMatchObject({ code: "missing_permission" });
    await expect(change(await storage.stranger())).rejects.toMatchObject({ code: "project_not_found" });
    const ctx = await storage.server();
    const where = { organisationId: storage.organisation.id, action, actorId: ctx.actor.id };
    await ctx.db.project.update({ where: { id: at.projectId }, data: { status: "suspended" } });
    await expect(change(ctx)).rejects.toMatchObject({ code: "project_suspended" });
    await ctx.db.project.update({ where: { id: at.projectId }, data: { status: "active" } });
    await change(ctx);
    expect(await ctx.db.auditEvent.count({ where })).toBe(1);
  });
});

describe.each(READS)("%s", (_, read) => {
  test("is for the project's own keys and members alone", async () => {
    await expect(read(await storage.server("read"))).resolves.toBeDefined();
    await expect(read(await storage.member("viewer"))).resolves.toBeDefined();
    await expect(read(await storage.visitor())).rejects.toMatchObject({ code: "missing_permission" });
    await expect(read(await storage.stranger())).rejects.toMatchObject({ code: "project_not_found" });
  });
});

test("a bucket is found by its id and by its name, and by no other project's key", async () => {
  const ctx = await storage.server();
  expect(await showBucket(ctx, at)).toEqual(await showBucket(ctx, { ...at, bucket: bucket.id }));
  const other = await makeStorage();
  const theirs = { projectId: other.projectId, bucket: bucket.id };
  await expect(showBucket(await other.server(), theirs)).rejects.toMatchObject({ code: "bucket_not_found" });
});

test("names are unique in a project, and the plan bounds how many there are", async () => {
  const ctx = await storage.server();
  const { projectId } = storage;
  await expect(createBucket(ctx, { projectId, name: bucket.name })).rejects.toMatchObject({ code: "name_taken" });
  const names = Array.from({ length: 12 }, (_, i) => `bucket-${i}`);
  const made = await Promise.allSettled(names.map((name) => createBucket(ctx, { projectId, name })));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
  expect(made.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "limit_reached" } });
  const [first = bucket, second = bucket] = (await listBuckets(ctx, { projectId })).items;
  await expect(updateBucket(ctx, { projectId, bucket: second.id, name: first.name })).rejects.toMatchObject({
    code: "name_taken",
  });
});

test("the first public bucket of a name has it in public addresses, until it is private or renamed", async () => {
  const other = await makeStorage();
  const name = `shared-${bucket.id.slice(-8)}`;
  const [one, two] = [
    await makeBucket(storage, { name, public: true }),
    await makeBucket(other, { name, public: true }),
  ];
  expect([one.publicName, two.publicName]).toEqual([name, null]);
  const ours = { projectId: storage.projectId, bucket: name };
  expect(await updateBucket(await storage.server(), { ...ours, public: false })).toMatchObject({ publicName: null });
  const again = await updateBucket(await other.server(), { projectId: other.projectId, bucket: name, public: true });
  expect(again.publicName).toBe(name);
  expect(await updateBucket(await storage.server(), { ...ours, public: true })).toMatchObject({ publicName: null });
});

test("of many that take a public name at once one gets it", async () => {
  const storages = await Promise.all(Array.from({ length: 5 }, () => makeStorage()));
  const name = `race-${bucket.id.slice(-8)}`;
  const made = await Promise.all(storages.map((each) => makeBucket(each, { name, public: true })));
  expect(made.filter(({ publicName }) => publicName === name)).toHaveLength(1);
});

test("a bucket with objects stays, in any order", async () => {
  const ctx = await storage.server();
  await put(storage, bucket, "kept.txt");
  await expect(deleteBucket(ctx, at)).rejects.toMatchObject({ code: "conflict" });
  for (let round = 0; round < 10; round += 1) {
    const raced = await makeBucket(storage, { name: `race-${round}` });
    const [deleted, stored] = await Promise.allSettled([
      deleteBucket(ctx, { ...at, bucket: raced.id }),
      put(storage, raced, "x"),
    ]);
    expect([deleted.status, stored.status].sort()).toEqual(["fulfilled", "rejected"]);
    if (deleted.status === "rejected") await put(storage, raced, "y");
    await ctx.db.storedObject.deleteMany({ where: { bucketId: raced.id } });
    await ctx.db.bucket.deleteMany({ where: { id: raced.id } });
  }
});

test("explaining says which rule decides, as users then find", async () => {
  const policy = [
    { prefix: "users/{sub}/", allow: ["read", "create"] as const, to: "signed-in" },
    { prefix: "users/", allow: [], to: "anyone" },
    { prefix: "", allow: ["read"] as const, to: "claim:role=editor" },
  ].map((rule) => ({ ...rule, allow: [...rule.allow] }));
  const ctx = await storage.server();
  await updateBucket(ctx, { ...at, policy });
  const explain = (key: string, claims: Record<string, unknown> | null, action: "read" | "delete" = "read") =>
    explainAccess(ctx, { ...at, action, key, claims });
  expect(await explain("users/u1/a", { sub: "u1" })).toMatchObject({ allowed: true, rule: 0 });
  expect(await explain("users/u1/a", { sub: "u1" }, "delete")).toMatchObject({ allowed: false, rule: 0 });
  expect(await explain("users/u2/a", { sub: "u1", role: "editor" })).toMatchObject({ allowed: false, rule: 1 });
  expect(await explain("users/u1/a", null)).toMatchObject({ allowed: false, rule: 1 });
  expect(await explain("posts/a", { sub: "u1", role: ["reader", "editor"] })).toMatchObject({ allowed: true, rule: 2 });
  expect(await explain("posts/a", { sub: "u1", role: "reader" })).toMatchObject({ allowed: false, rule: null });
});
