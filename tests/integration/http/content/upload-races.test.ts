import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteBucket } from "@/lib/services/storage/buckets/delete";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { updateBucket } from "@/lib/services/storage/buckets/update";
import { readObject } from "@/lib/services/storage/links/read";
import { redirectToPublic } from "@/lib/services/storage/links/redirect-to-public";
import { createUpload } from "@/lib/services/storage/uploads/create";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";

const MIB = 1024 ** 2;
const TUS = { "tus-resumable": "1.0.0" };

let folder: string;
let content: ContentServer;
let bucket: Bucket;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "races-"));
  content = await startContentInProcess({ COPPICE_DATA_DIR: folder });
  bucket = await content.bucket({ public: true });
});
afterAll(() => content.close());

const at = (key: string, there = bucket) => ({ projectId: content.projectId, bucket: there.id, key });
const begin = async (key: string, size: number, ifNoneMatch?: "*") => {
  const input = { ...at(key), size, metadata: {}, ...(ifNoneMatch && { ifNoneMatch }) };
  return (await createUpload(content.ctx, input)).upload;
};
const patch = (url: string, offset: number, body: string) =>
  fetch(url, {
    method: "PATCH",
    headers: { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
    body,
  });
const codeOf = async (response: Response) => {
  if (response.status < 400) return [response.status];
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code];
};
const sums = () => content.ctx.db.projectStorage.findUniqueOrThrow({ where: { projectId: content.projectId } });

test("5.8: of several uploads of a new key that end at the same moment one makes it, and the room of the others comes back", async () => {
  const uploads = [await begin("new.bin", 1, "*"), await begin("new.bin", 1, "*"), await begin("new.bin", 1, "*")];
  const answers = await Promise.all(uploads.map(async ({ url }, index) => codeOf(await patch(url, 0, `${index}`))));
  expect(answers.toSorted()).toEqual([[204], [412, "precondition_failed"], [412, "precondition_failed"]]);
  expect(await readObject(content.ctx, { ...at("new.bin"), view: "metadata" })).toMatchObject({ size: 1 });
  expect((await sums()).reservedBytes).toBe(0n);
});

test("5.8: a bucket that is made private in the midst of an upload has an object that nobody else reads", async () => {
  const { url } = await begin("secret.bin", 4);
  expect((await patch(url, 0, "12")).status).toBe(204);
  await updateBucket(content.ctx, { projectId: content.projectId, bucket: bucket.id, public: false });
  expect(await codeOf(await patch(url, 1, "x"))).toEqual([409, "conflict"]);
  expect((await patch(url, 2, "34")).status).toBe(204);
  const asked = { bucket: bucket.name, key: "secret.bin" };
  await expect(redirectToPublic(content.ctx, asked)).rejects.toMatchObject({ code: "not_found" });
  await updateBucket(content.ctx, { projectId: content.projectId, bucket: bucket.id, public: true });
  expect((await redirectToPublic(content.ctx, asked)).status).toBe(302);
});

test("5.8: a bucket isn't deleted below an upload, and of a deletion and an end at once one is refused", async () => {
  const own = await content.bucket();
  const upload = (await createUpload(content.ctx, { ...at("a", own), size: 1, metadata: {} })).upload;
  await expect(deleteBucket(content.ctx, at("a", own))).rejects.toMatchObject({ code: "conflict" });
  const [ended, deleted] = await Promise.allSettled([
    patch(upload.url, 0, "1"),
    deleteBucket(content.ctx, { projectId: content.projectId, bucket: own.id }),
  ]);
  expect([ended.status, deleted.status]).toEqual(["fulfilled", "rejected"]);
  expect(await readObject(content.ctx, { ...at("a", own), view: "metadata" })).toMatchObject({ size: 1 });
});

test("5.8: an upload that was begun under a larger plan is finished, and no further one is begun", async () => {
  const setTier = (tier: string) =>
    content.ctx.db.project.update({ where: { id: content.projectId }, data: { tier }, select: { id: true } });
  await setTier("pro");
  const before = await sums();
  const [large, given] = [await begin("large.bin", 51 * MIB), await begin("given.bin", 60 * MIB)];
  await setTier("free");
  await expect(begin("larger.bin", 51 * MIB)).rejects.toMatchObject({ code: "body_too_large" });
  const done = await fetch(large.url, { method: "PUT", body: Buffer.alloc(51 * MIB, "x") });
  expect([done.status, ((await done.json()) as { size: number }).size]).toEqual([201, 51 * MIB]);
  expect((await fetch(given.url, { method: "DELETE", headers: TUS })).status).toBe(204);
  const after = await sums();
  expect([after.reservedBytes, after.usedBytes - before.usedBytes]).toEqual([0n, BigInt(51 * MIB)]);
});

test("5.8: a process that took over the folder tells the bytes that are on disk, and goes on behind them", async () => {
  const { url } = await begin("resumed.bin", 10);
  expect((await patch(url, 0, "012345")).status).toBe(204);
  const { pathname, search } = new URL(url);
  const next = await startContentInProcess({ COPPICE_DATA_DIR: folder });
  try {
    const there = `${next.url}${pathname}${search}`;
    const head = await fetch(there, { method: "HEAD", headers: TUS });
    expect(head.headers.get("upload-offset")).toBe("6");
    for (const offset of [0, 5, 7, 10]) {
      expect(await codeOf(await patch(there, offset, "6789"))).toEqual([409, "conflict"]);
    }
    expect((await patch(there, 6, "6789")).status).toBe(204);
  } finally {
    await next.close();
  }
  const done = await fetch(url);
  expect([done.status, await done.json()]).toMatchObject([200, { size: 10 }]);
});
