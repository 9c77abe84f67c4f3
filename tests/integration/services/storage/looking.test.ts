import { beforeEach, describe, expect, test } from "vitest";
import { createId } from "@/lib/core/ids";
import type { ServiceContext } from "@/lib/runtime";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { measureObjects } from "@/lib/services/storage/objects/measure";
import { createUpload } from "@/lib/services/storage/uploads/create";
import { getStorageUsage } from "@/lib/services/usage/get-storage";
import { showUserClaims } from "@/lib/sign-in/tokens/show-claims";
import { random } from "@/tests/support/context";
import { makeBucket, makeStorage, put, sumsOf, type TestStorage } from "@/tests/support/storage";

let storage: TestStorage;
let bucket: Bucket;
let ctx: ServiceContext;
let at: { projectId: string; bucket: string };
let userId: string;

beforeEach(async () => {
  storage = await makeStorage();
  bucket = await makeBucket(storage);
  ctx = await storage.server();
  at = { projectId: storage.projectId, bucket: bucket.name };
  userId = createId("user", random);
  const metadata = { publicMetadata: { role: "editor" }, emailVerified: true };
  await ctx.db.user.create({
    data: { id: userId, projectId: at.projectId, email: "ada@example.com", name: "Ada", ...metadata },
  });
});

const READS: [string, (as: ServiceContext) => Promise<unknown>][] = [
  ["measuring", (as) => measureObjects(as, { ...at, prefix: "" })],
  ["storage used", (as) => getStorageUsage(as, at)],
  ["claims of a user", (as) => showUserClaims(as, { projectId: at.projectId, userId })],
];

describe.each(READS)("%s", (_, read) => {
  test("is for the project's own keys and members alone", async () => {
    await expect(read(await storage.server("read"))).resolves.toBeDefined();
    await expect(read(await storage.member("viewer"))).resolves.toBeDefined();
    await expect(read(await storage.visitor())).rejects.toMatchObject({ code: "missing_permission" });
    await expect(read(await storage.stranger())).rejects.toMatchObject({ code: "project_not_found" });
  });
});

test("objects below a folder are counted with their bytes, and nothing beside it", async () => {
  for (const key of ["2026/a", "2026/b/c", "20260", "2025/a"]) await put(storage, bucket, key, "12345");
  const measure = (prefix: string) => measureObjects(ctx, { ...at, prefix });
  expect(await measure("2026/")).toEqual({ count: 2, bytes: 10, isCut: false });
  expect(await measure("")).toEqual({ count: 4, bytes: 20, isCut: false });
  expect(await measure("2027/")).toEqual({ count: 0, bytes: 0, isCut: false });
  expect(await getStorageUsage(ctx, at)).toMatchObject({ usedBytes: 20, objectCount: 4 });
});

test("the claims of a user are those that their token would have", async () => {
  const settings = { token: { claims: { role: "publicMetadata.role", missing: "publicMetadata.nothing" } } };
  await ctx.db.project.update({ where: { id: at.projectId }, data: { settings } });
  const claims = { sub: userId, email: "ada@example.com", email_verified: true, role: "editor" };
  expect(await showUserClaims(ctx, { projectId: at.projectId, userId })).toEqual(claims);
  const nobody = { projectId: at.projectId, userId: createId("user", random) };
  await expect(showUserClaims(ctx, nobody)).rejects.toMatchObject({ code: "user_not_found" });
});

test("an upload for a new key is refused before its first byte where the key has an object", async () => {
  await put(storage, bucket, "a.txt");
  const upload = { ...at, key: "a.txt", size: 5, metadata: {} };
  const before = await sumsOf(storage);
  await expect(createUpload(ctx, { ...upload, ifNoneMatch: "*" })).rejects.toMatchObject({
    code: "precondition_failed",
  });
  expect(await sumsOf(storage)).toEqual(before);
  await expect(createUpload(ctx, upload)).resolves.toMatchObject({ upload: { protocol: "tus" } });
});
