import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { signLinks } from "@/lib/services/storage/links/sign";
import { deleteObject } from "@/lib/services/storage/objects/delete";
import { createUpload } from "@/lib/services/storage/uploads/create";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";
import { makePicture } from "@/tests/support/pictures";
import { startS3Server } from "@/tests/support/s3-server";

let s3: Awaited<ReturnType<typeof startS3Server>>;
let content: ContentServer;
let bucket: Bucket;

beforeAll(async () => {
  s3 = await startS3Server();
  const { endpoint, bucket: name, accessKeyId, secretAccessKey } = s3.settings;
  content = await startContentInProcess({
    COPPICE_S3_ENDPOINT: endpoint ?? "",
    COPPICE_S3_BUCKET: name,
    COPPICE_S3_ACCESS_KEY_ID: accessKeyId,
    COPPICE_S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
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

test("a link leads to the store, which answers by the rules of the site", async () => {
  await content.put(bucket, "docs/a.html", "<script>1</script>", "text/html");
  const link = await linkTo("docs/a.html");
  const redirect = await fetch(link, { redirect: "manual" });
  expect([redirect.status, redirect.headers.get("cache-control")]).toEqual([302, "private, no-store"]);
  expect(redirect.headers.get("location")).toContain(s3.settings.endpoint);
  const response = await fetch(link);
  expect(await response.text()).toBe("<script>1</script>");
  expect(response.headers.get("content-type")).toBe("text/html");
  expect(response.headers.get("content-disposition")).toBe("attachment; filename=a.html");
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
  // The store answers ranges by rules of its own.
  expect((await fetch(link, { headers: { range: "bytes=0-" } })).status).toBeLessThan(500);
});

test("a picture is made of what the store has", async () => {
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
