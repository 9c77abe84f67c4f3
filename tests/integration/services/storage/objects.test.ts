import { createHash } from "node:crypto";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { reconcileStorage } from "@/lib/services/storage/bytes/reconcile";
import { sweepVersions } from "@/lib/services/storage/bytes/sweep";
import { readObject } from "@/lib/services/storage/links/read";
import { copyObject } from "@/lib/services/storage/objects/copy";
import { deleteObject } from "@/lib/services/storage/objects/delete";
import { DeleteObjectsInput, deleteObjects } from "@/lib/services/storage/objects/delete-many";
import { ListObjectsInput, listObjects } from "@/lib/services/storage/objects/list";
import { moveObject } from "@/lib/services/storage/objects/move";
import { makeBucket, makeStorage, put, sumsOf, type TestStorage } from "@/tests/support/storage";

let storage: TestStorage;
let bucket: Bucket;
let ctx: ServiceContext;
let at: { projectId: string; bucket: string };

beforeEach(async () => {
  storage = await makeStorage();
  bucket = await makeBucket(storage);
  ctx = await storage.server();
  at = { projectId: storage.projectId, bucket: bucket.name };
});

const CHANGES: [string, (as: ServiceContext) => Promise<unknown>][] = [
  ["object.put", (as) => put(storage, bucket, "new.txt", "hello", { as })],
  ["object.delete", (as) => deleteObject(as, { ...at, key: "a.txt" })],
  ["object.delete", (as) => deleteObjects(as, { ...at, prefix: "a" })],
  ["object.move", (as) => moveObject(as, { ...at, from: "a.txt", to: "b.txt", overwrite: false })],
  ["object.copy", (as) => copyObject(as, { ...at, from: "a.txt", to: "b.txt", overwrite: false })],
];

describe.each(CHANGES)("%s", (action, change) => {
  test("is recorded, refused to members who only read and in suspended projects, and hidden from strangers", async () => {
    await put(storage, bucket, "a.txt");
    await expect(change(await storage.server("read"))).rejects.toMatchObject({ code: "key_scope_too_narrow" });
    await expect(change(await storage.member("viewer"))).rejects.toMatchObject({ code: "missing_permission" });
    await expect(change(await storage.stranger())).rejects.toMatchObject({ code: "project_not_found" });
    const where = { organisationId: storage.organisation.id, action };
    const before = await ctx.db.auditEvent.count({ where });
    await ctx.db.project.update({ where: { id: at.projectId }, data: { status: "suspended" } });
    await expect(change(ctx)).rejects.toMatchObject({ code: "project_suspended" });
    await ctx.db.project.update({ where: { id: at.projectId }, data: { status: "active" } });
    await change(await storage.member("developer"));
    expect(await ctx.db.auditEvent.count({ where })).toBe(before + 1);
    const { kept, counted } = await sumsOf(storage);
    expect(kept).toEqual(counted);
  });
});

const metadataOf = (key: string, as = ctx) => readObject(as, { ...at, key, view: "metadata" });
const list = async (input: object = {}) =>
  listObjects(ctx, { ...at, prefix: "", limit: 100, ...(input as { delimiter?: "/" }) });
const keysOf = async (input: object = {}) => {
  const { items, prefixes } = await list(input);
  return [...items.map(({ key }) => key), ...prefixes];
};

test("an object has its size, type, hash and times, and its old bytes go when it is replaced", async () => {
  const first = await put(storage, bucket, "notes/a.txt", "one");
  expect(first).toMatchObject({ key: "notes/a.txt", size: 3, contentType: "text/plain", url: null, metadata: {} });
  expect(first.sha256).toBe(createHash("sha256").update("one").digest("hex"));
  storage.clock.advance(1_000);
  const second = await put(storage, bucket, "notes/a.txt", "three");
  expect(second).toMatchObject({ size: 5, createdAt: first.createdAt });
  expect(second.updatedAt > first.updatedAt).toBe(true);
  expect(second.etag).not.toBe(first.etag);
  expect(await bytesOnDisk()).toHaveLength(2);
  await sweepVersions(ctx);
  expect(await bytesOnDisk()).toHaveLength(2);
  storage.clock.advance(16 * 60_000);
  await sweepVersions(ctx);
  expect(await bytesOnDisk()).toHaveLength(1);
  expect(await metadataOf("notes/a.txt")).toEqual(second);
});

test("conditions and hashes are kept to, and a refusal leaves nothing", async () => {
  const headers = { "if-none-match": "*" };
  const { etag } = await put(storage, bucket, "a", "one", { headers });
  await expect(put(storage, bucket, "a", "two", { headers })).rejects.toMatchObject({ code: "precondition_failed" });
  await expect(put(storage, bucket, "b", "x", { headers: { "if-match": etag } })).rejects.toMatchObject({
    code: "precondition_failed",
  });
  await put(storage, bucket, "a", "two", { headers: { "if-match": etag } });
  await expect(put(storage, bucket, "a", "three", { headers: { "if-match": etag } })).rejects.toMatchObject({
    code: "precondition_failed",
  });
  const hash = (text: string) => createHash("sha256").update(text).digest("base64");
  await put(storage, bucket, "c", "c", { headers: { "content-digest": `sha-256=:${hash("c")}:` } });
  await put(storage, bucket, "c", "c", { headers: { digest: `SHA-256=${hash("c")}` } });
  await expect(
    put(storage, bucket, "c", "c", { headers: { "content-digest": `sha-256=:${hash("d")}:` } }),
  ).rejects.toMatchObject({ code: "checksum_mismatch" });
  const { kept, counted } = await sumsOf(storage);
  expect(kept).toEqual(counted);
  expect(kept.reservedBytes).toBe(0n);
  expect(await readdir(join(storage.folder, "staged"))).toEqual([]);
});

test("ST-01: keys that could be paths are refused or are only names", async () => {
  const refused = [
    "",
    "/a",
    "a/",
    "a//b",
    "../a",
    "a/../b",
    ".",
    "a/.",
    "a\\b",
    "a\u0000b",
    "a\nb",
    "e\u0301",
    "\ud800",
    "x".repeat(1_025),
  ];
  for (const key of refused) {
    await expect(put(storage, bucket, key), JSON.stringify(key)).rejects.toMatchObject({ code: "invalid_key" });
  }
  const taken = ["con", "..a", "a..", "%2e%2e/x", "é", "x".repeat(1_024), "a b?c#d", "日本/語.txt", "-rf", "~"];
  for (const key of taken) expect(await put(storage, bucket, key)).toMatchObject({ key });
  for (const file of await bytesOnDisk()) expect(file).toMatch(/^obv_[0-9a-z]{20}$/);
  expect((await keysOf()).sort()).toEqual([...taken].sort());
});

test("a list has folders, goes on where it stopped, and knows no other key", async () => {
  const keys = ["a", "a/1", "a/2", "a/b/3", "a0", "b/1", "z"];
  for (const key of keys) await put(storage, bucket, key);
  expect(await list({ delimiter: "/" })).toMatchObject({ prefixes: ["a/", "b/"], nextCursor: null });
  expect((await list({ delimiter: "/" })).items.map(({ key }) => key)).toEqual(["a", "a0", "z"]);
  expect(await list({ delimiter: "/", prefix: "a/" })).toMatchObject({ prefixes: ["a/b/"] });
  expect(await keysOf({ prefix: "a/" })).toEqual(["a/1", "a/2", "a/b/3"]);
  for (const delimiter of [undefined, "/"]) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ delimiter, limit: 2, cursor });
      seen.push(...page.items.map(({ key }) => key), ...page.prefixes);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.sort()).toEqual(delimiter ? ["a", "a/", "a0", "b/", "z"] : keys);
  }
  const { nextCursor } = await list({ limit: 2 });
  await expect(list({ limit: 2, prefix: "a", cursor: nextCursor })).rejects.toMatchObject({ code: "invalid_request" });
});

test("5.7: a prefix is taken by its letters, and lists are in the order of bytes, however they are parted", async () => {
  const own = await makeBucket(storage);
  const keys = ["a_b/1", "axb/1", "a%b/1", "Foo", "bar", "a-b", "ab", "\u00e9", "z", "\u{10000}", "\ufffd"];
  for (const key of keys) await put(storage, own, key);
  const here = { projectId: storage.projectId, bucket: own.id };
  const read = async (prefix: string, meanwhile: readonly string[] = []) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const asked = ListObjectsInput.parse({ prefix, delimiter: "/", limit: 1, ...(cursor && { cursor }) });
      const page = await listObjects(ctx, { ...here, ...asked });
      seen.push(...page.prefixes, ...page.items.map(({ key }) => key));
      cursor = page.nextCursor ?? undefined;
      for (const key of seen.length === 2 ? meanwhile : []) await put(storage, own, key);
    } while (cursor);
    return seen;
  };
  expect(await read("a_b")).toEqual(["a_b/"]);
  expect(await read("a%")).toEqual(["a%b/"]);
  // Keys that come before the place of the reader aren't seen any more, and folders that were read aren't seen again.
  const [behind, ahead] = [
    ["0", "a%b/0", "a%b/2"],
    ["a_b/0", "ac", "zz"],
  ];
  const folded = [...keys, "ac", "zz"].map((key) => (key.includes("/") ? key.slice(0, -1) : key));
  expect(await read("", [...behind, ...ahead])).toEqual(
    folded.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
});

test("SV-M14: several are deleted by their keys or below a prefix, and the whole bucket only by name", async () => {
  for (const key of ["tmp/1", "tmp/2", "tmp", "tmp.txt", "tmpé/x", "keep"]) await put(storage, bucket, key);
  expect(await deleteObjects(ctx, { ...at, keys: ["keep", "gone"] })).toEqual({ deleted: 1, done: true });
  expect(await deleteObjects(ctx, { ...at, prefix: "tmp/" })).toEqual({ deleted: 2, done: true });
  expect(await keysOf()).toEqual(["tmp", "tmp.txt", "tmpé/x"]);
  // SV-M14: an undefined variable of a caller is an empty prefix.
  await expect(deleteObjects(ctx, { ...at, prefix: "" })).rejects.toMatchObject({ code: "invalid_request" });
  for (const wrong of [{}, { prefix: "" }, { keys: ["a"], all: true }, { prefix: "a", all: true }, { all: false }]) {
    expect(DeleteObjectsInput.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  }
  expect(DeleteObjectsInput.safeParse({ prefix: "", all: true }).success).toBe(true);
  expect(await keysOf()).toEqual(["tmp", "tmp.txt", "tmpé/x"]);
  expect(await deleteObjects(ctx, { ...at, all: true })).toEqual({ deleted: 3, done: true });
  const { kept, counted } = await sumsOf(storage);
  expect(kept).toEqual(counted);
});

test("a deletion is told once, and the object is gone at once", async () => {
  await put(storage, bucket, "a");
  expect(await deleteObject(ctx, { ...at, key: "a" })).toEqual({ deleted: true, key: "a" });
  await expect(deleteObject(ctx, { ...at, key: "a" })).rejects.toMatchObject({ code: "object_not_found" });
  await expect(metadataOf("a")).rejects.toMatchObject({ code: "object_not_found" });
});

test("copies share their bytes, count in full, and outlive one another", async () => {
  await put(storage, bucket, "a", "12345");
  const copy = await copyObject(ctx, { ...at, from: "a", to: "b", overwrite: false });
  expect(copy).toMatchObject({ key: "b", size: 5 });
  expect(await bytesOnDisk()).toHaveLength(1);
  expect((await sumsOf(storage)).kept).toMatchObject({ usedBytes: 10n, objectCount: 2 });
  await deleteObject(ctx, { ...at, key: "a" });
  storage.clock.advance(16 * 60_000);
  await sweepVersions(ctx);
  expect(await bytesOnDisk()).toHaveLength(1);
  expect(await metadataOf("b")).toMatchObject({ size: 5 });
  await deleteObject(ctx, { ...at, key: "b" });
  storage.clock.advance(16 * 60_000);
  await sweepVersions(ctx);
  expect(await bytesOnDisk()).toHaveLength(0);
});

test("a move replaces only where it may, and opposite moves at once lose nothing", async () => {
  await put(storage, bucket, "a", "1");
  await put(storage, bucket, "b", "22");
  const move = (from: string, to: string, overwrite: boolean) => moveObject(ctx, { ...at, from, to, overwrite });
  await expect(move("a", "b", false)).rejects.toMatchObject({ code: "precondition_failed" });
  await expect(move("a", "a", true)).rejects.toMatchObject({ code: "invalid_request" });
  expect(await move("a", "b", true)).toMatchObject({ key: "b", size: 1 });
  await expect(move("a", "c", true)).rejects.toMatchObject({ code: "object_not_found" });
  await put(storage, bucket, "a", "1");
  for (let round = 0; round < 10; round += 1) {
    await Promise.allSettled([move("a", "b", true), move("b", "a", true)]);
    const { kept, counted } = await sumsOf(storage);
    expect(kept).toEqual(counted);
    const [key = ""] = await keysOf();
    await put(storage, bucket, key === "a" ? "b" : "a", "2");
  }
});

test("ST-06, ST-10: of fifty at once as many are stored as there is room for, and not one more", async () => {
  const { db } = ctx;
  const { projectId } = storage;
  await put(storage, bucket, "first", "x");
  const room = 20;
  const used = BigInt(1024 ** 3) - BigInt(room * 100);
  await db.projectStorage.update({ where: { projectId }, data: { usedBytes: used } });
  const body = "x".repeat(100);
  const stored = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => put(storage, bucket, `k${i}`, body)));
  const refused = stored.filter((each) => each.status === "rejected");
  expect(refused).toHaveLength(50 - room);
  for (const each of refused) expect(each).toMatchObject({ reason: { code: "limit_reached" } });
  const sums = await db.projectStorage.findUniqueOrThrow({ where: { projectId } });
  expect(sums).toMatchObject({ usedBytes: BigInt(1024 ** 3), reservedBytes: 0n });
  await reconcileStorage(ctx);
  const { kept, counted } = await sumsOf(storage);
  expect(kept).toEqual(counted);
});

test("OP-C1: an object whose bytes are missing doesn't exist until they are back", async () => {
  await put(storage, bucket, "a.txt", "hello");
  const [kept, aside] = [join(storage.folder, "kept"), join(storage.folder, "aside")];
  await rename(kept, aside);
  await reconcileStorage(ctx);
  await expect(metadataOf("a.txt")).rejects.toMatchObject({ code: "object_not_found" });
  await rename(aside, kept);
  await reconcileStorage(ctx);
  expect(await metadataOf("a.txt")).toMatchObject({ size: 5 });
});

test("of many that store one key at once the last stays, and the others are swept", async () => {
  await Promise.all(Array.from({ length: 12 }, (_, i) => put(storage, bucket, "same", "y".repeat(i + 1))));
  const { kept, counted } = await sumsOf(storage);
  expect(kept).toEqual(counted);
  expect(kept.objectCount).toBe(1);
  storage.clock.advance(16 * 60_000);
  await sweepVersions(ctx);
  expect(await bytesOnDisk()).toHaveLength(1);
});

test("a bucket takes only its types, and bytes that lie about theirs are of none", async () => {
  const images = await makeBucket(storage, { allowedTypes: ["image/*"] });
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
    "base64",
  );
  const as = (type: string) => ({ headers: { "content-type": type } });
  expect(await put(storage, images, "a.png", png, as("image/png"))).toMatchObject({ contentType: "image/png" });
  for (const [body, type] of [
    ["<script>", "image/png"],
    ["text", "text/plain"],
    [png, "application/pdf"],
  ] as const) {
    await expect(put(storage, images, "x", body, as(type))).rejects.toMatchObject({ code: "type_not_allowed" });
  }
  expect(await put(storage, bucket, "lie.txt", png, as("text/plain"))).toMatchObject({
    contentType: "application/octet-stream",
  });
  expect(await put(storage, bucket, "page", "<html>", as("text/html"))).toMatchObject({ contentType: "text/html" });
});

test.each([
  ["notes/list.md", "# Books", "text/markdown"],
  ["a.CSV", "a,b", "text/csv"],
  ["page.html", "<p>", "text/html"],
  ["README", "text", "application/octet-stream"],
  ["not-a-picture.png", "text", "application/octet-stream"],
  ["picture.txt", "GIF89a", "image/gif"],
])("an object without a type has that of its bytes or of its name: %s of %j", async (key, body, contentType) => {
  const headers = { "content-type": "application/octet-stream" };
  expect(await put(storage, bucket, key, body, { headers })).toMatchObject({ contentType });
});

test("users and visitors have the permissions of the policy, and are told no more", async () => {
  const own = ["read", "list", "create", "overwrite", "delete"] as const;
  const shared = await makeBucket(storage, {
    policy: [
      { prefix: "users/{sub}/", allow: [...own], to: "signed-in", maxBytes: 10 },
      { prefix: "inbox/", allow: ["create"], to: "anyone" },
    ],
  });
  const [ada, bob, visitor] = [await storage.user("usr_ada"), await storage.user("usr_bob"), await storage.visitor()];
  const here = { projectId: storage.projectId, bucket: shared.name };
  await put(storage, shared, "users/usr_ada/a", "mine", { as: ada });
  expect(await readObject(ada, { ...here, key: "users/usr_ada/a", view: "metadata" })).toMatchObject({ size: 4 });
  for (const as of [bob, visitor]) {
    const at = { ...here, key: "users/usr_ada/a" };
    await expect(readObject(as, { ...at, view: "metadata" })).rejects.toMatchObject({ code: "object_not_found" });
    await expect(put(storage, shared, at.key, "x", { as })).rejects.toMatchObject({ code: "missing_permission" });
    await expect(deleteObject(as, at)).rejects.toMatchObject({ code: "missing_permission" });
    const under = { ...here, prefix: "users/usr_ada/", limit: 10 };
    await expect(listObjects(as, under)).rejects.toMatchObject({ code: "bucket_not_found" });
  }
  expect(await listObjects(ada, { ...here, prefix: "users/usr_ada/", limit: 10 })).toMatchObject({
    items: [{ key: "users/usr_ada/a" }],
  });
  await expect(listObjects(ada, { ...here, prefix: "", limit: 10 })).rejects.toMatchObject({
    code: "bucket_not_found",
  });
  await expect(put(storage, shared, "users/usr_ada/b", "x".repeat(11), { as: ada })).rejects.toMatchObject({
    code: "body_too_large",
  });
  await put(storage, shared, "inbox/1", "hello", { as: visitor });
  await expect(put(storage, shared, "inbox/1", "again", { as: visitor })).rejects.toMatchObject({
    code: "missing_permission",
  });
  await expect(put(storage, shared, "inbox/1", "again", { as: await storage.stranger() })).rejects.toMatchObject({
    code: "project_not_found",
  });
});

async function bytesOnDisk(): Promise<string[]> {
  const folders = await readdir(join(storage.folder, "kept")).catch(() => []);
  const files = await Promise.all(folders.map((folder) => readdir(join(storage.folder, "kept", folder))));
  return files.flat();
}
