import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { readObject } from "@/lib/services/storage/links/read";
import { signLinks } from "@/lib/services/storage/links/sign";
import { deleteObject } from "@/lib/services/storage/objects/delete";
import type { StoredObject } from "@/lib/services/storage/objects/resource";
import { createUpload } from "@/lib/services/storage/uploads/create";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";
import { makePicture } from "@/tests/support/pictures";
import { startS3Server } from "@/tests/support/s3-server";

let s3: Awaited<ReturnType<typeof startS3Server>>;
let content: ContentServer;
let bucket: Bucket;

beforeAll(async () => {
  s3 = await startS3Server();
  content = await startContentInProcess(s3.variables);
  bucket = await content.bucket({ transforms: "any" });
});
afterAll(async () => {
  await content.close();
  await s3.close();
});

async function linkTo(key: string, width?: number): Promise<string> {
  const transform = width === undefined ? undefined : ({ w: width, fit: "inside", format: "png", q: 80 } as const);
  const input = { projectId: content.projectId, bucket: bucket.id, keys: [key], expiresInSeconds: 60, pinned: false };
  const [link] = (await signLinks(content.ctx, { ...input, transform })).urls;
  if (!link || !("url" in link)) throw new Error("no link");
  return link.url;
}

test("a link is answered as one to a file is", async () => {
  await content.put(bucket, "docs/a.html", "<script>1</script>", "text/html");
  const response = await fetch(await linkTo("docs/a.html"), { redirect: "error" });
  expect(await response.text()).toBe("<script>1</script>");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/html",
    "content-disposition": "attachment; filename=a.html",
    "content-security-policy": expect.stringMatching(/^sandbox/),
    "access-control-allow-origin": "*",
    "cache-control": "private, no-cache",
  });
});

test.each([
  ["kept/small.bin", 1_000],
  ["kept/large.bin", 200_000],
])("SV-Low: the ETag of %s is the object's own, and conditions and ranges go by it", async (key, size) => {
  await content.put(bucket, key, "x".repeat(size), "application/x-thing");
  const at = { projectId: content.projectId, bucket: bucket.id, key };
  const { etag } = (await readObject(content.ctx, { ...at, view: "metadata" })) as StoredObject;
  const link = await linkTo(key);
  const ask = async (headers: Record<string, string>, method = "GET") => {
    const response = await fetch(link, { method, headers, cache: "no-store" });
    return [response.status, response.headers.get("etag"), (await response.bytes()).byteLength];
  };
  expect(await ask({})).toEqual([200, etag, size]);
  expect(await ask({}, "HEAD")).toEqual([200, etag, 0]);
  expect(await ask({ "if-none-match": etag })).toEqual([304, etag, 0]);
  expect(await ask({ "if-match": etag })).toEqual([200, etag, size]);
  expect(await ask({ "if-match": '"other"' })).toEqual([412, etag, 0]);
  expect(await ask({ range: "bytes=5-14", "if-range": etag })).toEqual([206, etag, 10]);
  expect(await ask({ range: "bytes=5-14", "if-range": '"other"' })).toEqual([200, etag, size]);
  expect(await ask({ range: `bytes=-${2 * size}` })).toEqual([206, etag, size]);
  expect(await ask({ range: `bytes=${size}-` })).toEqual([416, etag, 0]);
});

test("an upload goes to the store in parts", async () => {
  const bytes = Buffer.alloc(20 * 1024 ** 2, "0123456789");
  const at = { projectId: content.projectId, bucket: bucket.id, key: "large.bin" };
  const { upload } = await createUpload(content.ctx, { ...at, size: bytes.byteLength, metadata: {} });
  const sent = await fetch(upload.url, { method: "PUT", body: bytes });
  expect(sent.status).toBe(201);
  expect(Buffer.from(await (await fetch(await linkTo("large.bin"))).bytes()).equals(bytes)).toBe(true);
});

test("SV-H2: an empty object is stored and read, whole and by a range", async () => {
  const at = { projectId: content.projectId, bucket: bucket.id, key: "empty.txt" };
  const { upload } = await createUpload(content.ctx, { ...at, size: 0, metadata: {} });
  const told = await fetch(upload.url);
  expect([told.status, await told.json()]).toMatchObject([200, { size: 0 }]);
  const link = await linkTo("empty.txt");
  const whole = await fetch(link);
  expect([whole.status, await whole.text()]).toEqual([200, ""]);
  expect((await fetch(link, { headers: { range: "bytes=0-" } })).status).toBe(416);
});

test("a picture is made of the store's bytes", async () => {
  await content.put(bucket, "a.jpg", await makePicture(80, 60), "image/jpeg");
  const response = await fetch(await linkTo("a.jpg", 40));
  expect(response.status).toBe(200);
  expect(await sharp(await response.bytes()).metadata()).toMatchObject({ width: 40, height: 30, format: "png" });
});

test("a deleted object can't be read any more", async () => {
  await content.put(bucket, "gone.txt", "x");
  const link = await linkTo("gone.txt");
  await deleteObject(content.ctx, { projectId: content.projectId, bucket: bucket.id, key: "gone.txt" });
  expect((await fetch(link)).status).toBe(404);
});

test("SV-Low: while the store is away, requests that need it are told so, and an upload goes on afterwards", async () => {
  await content.put(bucket, "kept.bin", "x".repeat(100_000), "application/x-thing");
  const [link, at] = [await linkTo("kept.bin"), { projectId: content.projectId, bucket: bucket.id }];
  const { upload } = await createUpload(content.ctx, { ...at, key: "late.bin", size: 5, metadata: {} });
  const away = await s3.stop();
  const read = await fetch(link);
  expect([read.status, (await read.json()).error]).toMatchObject([
    503,
    { code: "object_store_unavailable", message: expect.stringMatching(/^The store that keeps objects/) },
  ]);
  expect(read.headers.get("retry-after")).toBe("5");
  const sent = await fetch(upload.url, { method: "PUT", body: "hello" });
  expect([sent.status, (await sent.json()).error.code]).toEqual([503, "object_store_unavailable"]);
  await away.start();
  const told = await fetch(upload.url);
  expect([told.status, await told.json()]).toMatchObject([200, { key: "late.bin", size: 5 }]);
  expect((await (await fetch(link)).bytes()).byteLength).toBe(100_000);
});
