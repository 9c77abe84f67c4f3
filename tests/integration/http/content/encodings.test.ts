import { createHash, randomBytes } from "node:crypto";
import { brotliCompressSync, gunzipSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { signLinks } from "@/lib/services/storage/links/sign";
import { copyObject } from "@/lib/services/storage/objects/copy";
import { ListObjectsInput, listObjects } from "@/lib/services/storage/objects/list";
import { createUpload } from "@/lib/services/storage/uploads/create";
import { putObject } from "@/lib/services/storage/uploads/put";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";
import { makePicture } from "@/tests/support/pictures";
import { askRaw } from "@/tests/support/raw-connection";

let content: ContentServer;
let bucket: Bucket;

beforeAll(async () => {
  content = await startContentInProcess();
  bucket = await content.bucket();
});
afterAll(() => content.close());

const SCRIPT = "console.log('hello');\n".repeat(400);

async function put(key: string, bytes: Uint8Array, encoding: string, type = "text/javascript", to = bucket) {
  const headers = new Headers({ "content-type": type, "content-encoding": encoding });
  const at = { projectId: content.projectId, bucket: to.id, key };
  return (await putObject(content.ctx, { ...at, rawBody: new Uint8Array(bytes), headers })).object;
}

async function linkTo(key: string): Promise<string> {
  const input = { projectId: content.projectId, bucket: bucket.id, keys: [key], expiresInSeconds: 60, pinned: false };
  const [link] = (await signLinks(content.ctx, input)).urls;
  if (!link || !("url" in link)) throw new Error("no link");
  return link.url;
}

test.each([
  ["gzip", gzipSync(SCRIPT)],
  ["br", brotliCompressSync(SCRIPT)],
  ["zstd", zstdCompressSync(SCRIPT)],
])(
  "SV-Low: bytes in %s keep their encoding and their type, in copies, lists and parts too",
  async (encoding, bytes) => {
    const stored = await put(`app.${encoding}`, bytes, encoding);
    const facts = { contentType: "text/javascript", contentEncoding: encoding, size: bytes.byteLength };
    expect(stored).toMatchObject({ ...facts, sha256: createHash("sha256").update(bytes).digest("hex") });
    const at = { projectId: content.projectId, bucket: bucket.id };
    const to = `copy.${encoding}`;
    expect(await copyObject(content.ctx, { ...at, from: stored.key, to, overwrite: false })).toMatchObject(facts);
    const { items } = await listObjects(content.ctx, { ...at, ...ListObjectsInput.parse({ prefix: to }) });
    expect(items).toMatchObject([facts]);
    for (const key of [stored.key, to]) {
      const link = await linkTo(key);
      const read = await fetch(link, { headers: { "accept-encoding": "identity" } });
      expect([read.headers.get("content-encoding"), read.headers.get("content-type")]).toEqual([
        encoding,
        "text/javascript",
      ]);
      expect(await read.text()).toBe(SCRIPT);
      const part = await fetch(link, { method: "HEAD", headers: { "if-none-match": stored.etag } });
      expect([part.status, part.headers.get("etag")]).toEqual([304, stored.etag]);
    }
  },
);

test.each([
  ["gzip", gzipSync(randomBytes(90_000))],
  ["br", brotliCompressSync(randomBytes(90_000))],
  ["zstd", zstdCompressSync(randomBytes(90_000))],
])("SV-Low: the bytes that are read are the stored ones, and parts are of them: %s", async (encoding, bytes) => {
  const { etag } = await put(`parts.${encoding}`, bytes, encoding.toUpperCase(), "application/octet-stream");
  const { pathname, search } = new URL(await linkTo(`parts.${encoding}`));
  const ask = (fields: string[]) => askRaw({ baseUrl: content.url }, "GET", pathname + search, fields);
  const whole = await ask([]);
  expect(Buffer.from(whole.body, "latin1").equals(bytes)).toBe(true);
  const part = await ask(["Range: bytes=10-19", `If-Range: ${etag}`]);
  expect([part.status, part.headers.get("content-encoding")]).toEqual([206, encoding]);
  expect(Buffer.from(part.body, "latin1").equals(bytes.subarray(10, 20))).toBe(true);
  const behind = await ask([`Range: bytes=${bytes.byteLength}-`]);
  expect([behind.status, behind.headers.has("content-encoding")]).toEqual([416, false]);
});

test("SV-Low: an upload says its encoding at the start, in a body and to tus", async () => {
  const bytes = gzipSync(SCRIPT);
  const at = { projectId: content.projectId, bucket: bucket.id, size: bytes.byteLength, metadata: {} };
  const { upload } = await createUpload(content.ctx, { ...at, key: "begun", contentEncoding: "gzip" });
  const sent = await fetch(upload.url, { method: "PUT", body: new Uint8Array(bytes) });
  // Without a type, it is that of the decoded bytes.
  expect(await sent.json()).toMatchObject({ contentEncoding: "gzip", contentType: "application/octet-stream" });
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const fields = { bucket: bucket.name, key: "by-tus", filetype: "text/css", contentEncoding: "gzip" };
  const created = await fetch(`${content.url}/uploads`, {
    method: "POST",
    headers: {
      ...{ "tus-resumable": "1.0.0", "upload-length": String(bytes.byteLength) },
      ...{ authorization: `Bearer ${await content.key("server")}`, "content-type": "application/offset+octet-stream" },
      "upload-metadata": Object.entries(fields)
        .map(([name, value]) => `${name} ${base64(value)}`)
        .join(","),
    },
    body: new Uint8Array(bytes),
  });
  const told = await fetch(created.headers.get("location") ?? "");
  expect(await told.json()).toMatchObject({ contentEncoding: "gzip", contentType: "text/css", metadata: {} });
  expect(gunzipSync(bytes).toString()).toBe(await (await fetch(await linkTo("by-tus"))).text());
});

test("SV-Low: a bucket of images takes images in an encoding, and nothing that only says so", async () => {
  const images = await content.bucket({ allowedTypes: ["image/*"] });
  const png = await makePicture(10, 10, "png");
  expect(await put("a.png", gzipSync(png), "gzip", "image/png", images)).toMatchObject({ contentType: "image/png" });
  await expect(put("b.png", gzipSync(SCRIPT), "gzip", "image/png", images)).rejects.toMatchObject({
    code: "type_not_allowed",
  });
  // A few kilobytes that stand for a great many are looked at no further than a type needs.
  const bomb = brotliCompressSync(Buffer.alloc(100 * 1024 ** 2));
  expect(await put("bomb", bomb, "br", "application/x-thing")).toMatchObject({ size: bomb.byteLength });
});

test("SV-Low: other encodings, several, and bytes that aren't in theirs are refused", async () => {
  for (const encoding of ["deflate", "gzip, br", "compress", "aws-chunked", ""]) {
    await expect(put("no", gzipSync(SCRIPT), encoding), encoding).rejects.toMatchObject({ code: "invalid_request" });
  }
  for (const encoding of ["gzip", "br", "zstd"]) {
    await expect(put("no", Buffer.from(SCRIPT), encoding), encoding).rejects.toMatchObject({ code: "invalid_request" });
  }
  expect(await put("plain", Buffer.from(SCRIPT), "identity")).toMatchObject({ contentEncoding: null });
});
