import { beforeEach, expect, test } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import { deleteBucket } from "@/lib/services/storage/buckets/delete";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { createUpload } from "@/lib/services/storage/uploads/create";
import { endUploadByOwner } from "@/lib/services/storage/uploads/end-by-owner";
import { listUploads } from "@/lib/services/storage/uploads/list";
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

const begin = async (key: string) => {
  storage.clock.advance(1_000);
  return (await createUpload(ctx, { ...at, key, size: 5, metadata: {}, contentType: "text/plain" })).upload.id;
};
const keysOf = async (as = ctx) => (await listUploads(as, { ...at, limit: 100 })).items.map(({ key }) => key);

test("SV-Low: a bucket's open uploads are listed for its readers, newest first, and for nobody else", async () => {
  const id = await begin("a");
  await begin("b");
  await put(storage, bucket, "done", "12345");
  const other = await makeBucket(storage);
  await createUpload(ctx, { projectId: at.projectId, bucket: other.name, key: "elsewhere", size: 1, metadata: {} });
  const { items } = await listUploads(await storage.server("read"), { ...at, limit: 100 });
  expect(items.map(({ key }) => key)).toEqual(["b", "a"]);
  const times = { createdAt: expect.stringMatching(/Z$/), expiresAt: expect.stringMatching(/Z$/) };
  expect(items[1]).toEqual({ id, key: "a", size: 5, contentType: "text/plain", ...times });
  expect(await keysOf(await storage.member("viewer"))).toEqual(["b", "a"]);
  for (const visitor of [await storage.visitor(), await storage.user("usr_1")]) {
    await expect(keysOf(visitor)).rejects.toMatchObject({ code: "missing_permission" });
  }
  await expect(keysOf(await storage.stranger())).rejects.toMatchObject({ code: "project_not_found" });
  const page = await listUploads(ctx, { ...at, limit: 1 });
  expect(page).toMatchObject({ items: [{ key: "b" }], nextCursor: expect.any(String) });
  const cursor = page.nextCursor ?? "";
  expect(await listUploads(ctx, { ...at, limit: 1, cursor })).toMatchObject({
    items: [{ key: "a" }],
    nextCursor: null,
  });
  const there = { ...at, bucket: other.name, limit: 1, cursor };
  await expect(listUploads(ctx, there)).rejects.toMatchObject({ code: "invalid_request" });
});

test("SV-Low: an open upload is ended by a member who may write, which is recorded, and lets the bucket be deleted", async () => {
  const uploadId = await begin("a");
  const end = (as: ServiceContext, more = {}) => endUploadByOwner(as, { ...at, uploadId, ...more });
  await expect(deleteBucket(ctx, at)).rejects.toMatchObject({ code: "conflict" });
  await expect(end(await storage.server("read"))).rejects.toMatchObject({ code: "key_scope_too_narrow" });
  await expect(end(await storage.member("viewer"))).rejects.toMatchObject({ code: "missing_permission" });
  await expect(end(await storage.user("usr_1"))).rejects.toMatchObject({ code: "missing_permission" });
  await expect(end(await storage.stranger())).rejects.toMatchObject({ code: "project_not_found" });
  const other = await makeBucket(storage);
  await expect(end(ctx, { bucket: other.name })).rejects.toMatchObject({ code: "upload_not_found" });
  const developer = await storage.member("developer");
  expect(await end(developer)).toEqual({ ended: true, id: uploadId });
  const where = { organisationId: storage.organisation.id, action: "upload.end" };
  const events = await ctx.db.auditEvent.findMany({ where });
  expect(events).toMatchObject([{ actorId: developer.actor.id, targetId: bucket.id, data: { key: "a" } }]);
  await expect(end(ctx)).rejects.toMatchObject({ code: "upload_not_found" });
  const { kept, counted } = await sumsOf(storage);
  expect(kept).toEqual(counted);
  expect(kept.reservedBytes).toBe(0n);
  await deleteBucket(ctx, at);
});
