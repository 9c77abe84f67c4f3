import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { Readable } from "node:stream";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { readObject } from "@/lib/services/storage/links/read";
import { createUpload } from "@/lib/services/storage/uploads/create";
import { finishUpload } from "@/lib/services/storage/uploads/finish";
import { sweepUploads } from "@/lib/services/storage/uploads/sweep";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";

let content: ContentServer;
let bucket: Bucket;

beforeAll(async () => {
  content = await startContentInProcess();
  bucket = await content.bucket();
});
afterAll(() => content.close());

const BYTES = randomBytes(300_000);
const TUS = { "tus-resumable": "1.0.0" };

async function start(key: string, size = BYTES.byteLength, more: { contentType?: string; sha256?: string } = {}) {
  const { ctx, projectId } = content;
  return (await createUpload(ctx, { projectId, bucket: bucket.id, key, size, metadata: {}, ...more })).upload;
}

const show = (key: string) =>
  readObject(content.ctx, { projectId: content.projectId, bucket: bucket.id, key, view: "metadata" });
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const patch = (url: string, body: Uint8Array, offset: number, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "PATCH",
    body: new Uint8Array(body),
    headers: { ...TUS, "upload-offset": String(offset), "content-type": "application/offset+octet-stream", ...headers },
  });
const head = (url: string) => fetch(url, { method: "HEAD", headers: TUS });
const codeOf = async (response: Response) => {
  const body = (await response.json()) as { error: { code: string } };
  return [response.status, body.error.code];
};

async function sums() {
  const { ctx, projectId } = content;
  return ctx.db.projectStorage.findUniqueOrThrow({ where: { projectId }, omit: { projectId: true } });
}

/** Uploads with the client that apps use; `stopAfter` ends it as a closed page would. */
function sendByClient(options: ConstructorParameters<typeof Upload>[1], stopAfter = Number.POSITIVE_INFINITY) {
  return new Promise<{ isDone: boolean }>((resolve, reject) => {
    const upload = new Upload(BYTES, {
      chunkSize: 100_000,
      retryDelays: [],
      ...options,
      onError: reject,
      onSuccess: () => resolve({ isDone: true }),
      onChunkComplete: (_, sent) => {
        if (sent >= stopAfter && sent < BYTES.byteLength) void upload.abort().then(() => resolve({ isDone: false }));
      },
    });
    upload.start();
  });
}

test("tus-js-client uploads in parts, stops, and goes on where it was", async () => {
  const { url } = await start("videos/a.bin");
  expect(await sendByClient({ uploadUrl: url }, 100_000)).toMatchObject({ isDone: false });
  await expect(show("videos/a.bin")).rejects.toMatchObject({ code: "object_not_found" });
  expect(Number((await head(url)).headers.get("upload-offset"))).toBeGreaterThanOrEqual(100_000);
  expect((await sums()).reservedBytes).toBe(BigInt(BYTES.byteLength));
  expect(await sendByClient({ uploadUrl: url })).toEqual({ isDone: true });
  expect(await (await fetch(url)).json()).toEqual(await show("videos/a.bin"));
  expect(await show("videos/a.bin")).toMatchObject({ size: BYTES.byteLength, sha256: hashOf(BYTES) });
  expect((await sums()).reservedBytes).toBe(0n);
});

test("tus-js-client starts by itself with a key and its data on the file", async () => {
  const options = {
    endpoint: `${content.url}/uploads`,
    metadata: { bucket: bucket.name, key: "é/b.bin", filetype: "application/x-thing", alt: "A thing" },
    headers: { authorization: `Bearer ${await content.key("server")}` },
  };
  await sendByClient(options);
  expect(await show("é/b.bin")).toMatchObject({ contentType: "application/x-thing", metadata: { alt: "A thing" } });
  const post = (headers: Record<string, string>) =>
    fetch(`${content.url}/uploads`, { method: "POST", headers: { ...TUS, "upload-length": "5", ...headers } });
  expect(await codeOf(await post({}))).toEqual([401, "unauthorized"]);
  expect(await codeOf(await post(options.headers))).toEqual([400, "invalid_request"]);
});

test("one PUT of all bytes does as well, and only of all", async () => {
  const { url } = await start("c.bin", BYTES.byteLength, { sha256: hashOf(BYTES) });
  const put = (body: Uint8Array) => fetch(url, { method: "PUT", body: new Uint8Array(body) });
  expect(await codeOf(await put(BYTES.subarray(1)))).toEqual([400, "invalid_request"]);
  expect(await codeOf(await put(Buffer.concat([BYTES, BYTES])))).toEqual([413, "body_too_large"]);
  const done = await put(BYTES);
  expect([done.status, await done.json()]).toEqual([201, await show("c.bin")]);
});

test("ST-03: an address takes its own bytes once, and a changed one none", async () => {
  const { url, id } = await start("d.bin", 10);
  const other = await start("e.bin", 10);
  for (const wrong of [
    url.replace(/t=.*/, ""),
    url.slice(0, -1),
    url.replace(id, other.id),
    url.replace(id, "upl_x"),
  ]) {
    expect((await head(wrong)).status).toBe(404);
    expect(await codeOf(await fetch(wrong, { method: "PUT", body: "0123456789" }))).toEqual([404, "upload_not_found"]);
  }
  expect((await patch(url, Buffer.alloc(11), 0)).status).toBe(413);
  expect((await patch(url, Buffer.alloc(1), 5)).status).toBe(409);
  const finished = await patch(url, Buffer.alloc(10, "x"), 0);
  expect([finished.status, await (await fetch(url)).json()]).toEqual([204, await show("d.bin")]);
  expect(await codeOf(await fetch(url, { method: "PUT", body: "yyyyyyyyyy" }))).toEqual([409, "conflict"]);
  expect((await patch(url, Buffer.alloc(10, "y"), 0)).status).toBe(409);
});

test("bytes with another hash, or of a type that the bucket doesn't take, are no object and take no room", async () => {
  const images = await content.bucket({ allowedTypes: ["image/*"] });
  const { ctx, projectId } = content;
  const before = await sums();
  const wrong = await start("f.bin", 3, { sha256: hashOf(Buffer.from("abc")) });
  expect(await codeOf(await fetch(wrong.url, { method: "PUT", body: "abd" }))).toEqual([422, "checksum_mismatch"]);
  const input = { projectId, bucket: images.id, key: "x", size: 3, metadata: {} };
  await expect(createUpload(ctx, { ...input, contentType: "text/plain" })).rejects.toMatchObject({
    code: "type_not_allowed",
  });
  const { upload } = await createUpload(ctx, { ...input, contentType: "image/png" });
  expect(await codeOf(await fetch(upload.url, { method: "PUT", body: "abd" }))).toEqual([415, "type_not_allowed"]);
  expect(await sums()).toEqual(before);
});

test("ST-10: sizes that are none are refused, an empty object is one, and one left open expires", async () => {
  const { ctx, projectId } = content;
  for (const size of [51 * 1024 ** 2, 2 ** 49]) {
    await expect(start("big", size)).rejects.toMatchObject({ code: "body_too_large" });
  }
  const empty = await start("empty", 0);
  expect((await head(empty.url)).headers.get("upload-offset")).toBe("0");
  expect(await show("empty")).toMatchObject({ size: 0 });
  const before = await sums();
  for (let i = 0; i < 10; i += 1) await start(`open-${i}`, 50 * 1024 ** 2);
  for (let i = 0; i < 11; i += 1) await start(`open-too-${i}`, 50 * 1024 ** 2).catch(() => undefined);
  await expect(start("one more", 50 * 1024 ** 2)).rejects.toMatchObject({ code: "limit_reached" });
  const later = { ...ctx, clock: { now: () => new Date(Date.now() + 24 * 3_600_000 + 1_000) } };
  await sweepUploads(later);
  expect(await sums()).toMatchObject({ reservedBytes: 0n, usedBytes: before.usedBytes });
  expect(await ctx.db.objectUpload.count({ where: { bucket: { projectId } } })).toBe(0);
});

test("an answer that got lost is asked for again", async () => {
  const { url } = await start("g.bin", 10);
  await patch(url, Buffer.alloc(10, "x"), 0);
  const again = await head(url);
  expect([again.status, again.headers.get("upload-offset")]).toEqual([200, "10"]);
});

test("a process that ends between the bytes and the row leaves work that the next request finishes", async () => {
  const { ctx } = content;
  const { url, id } = await start("h.bin", 10);
  await writeFile(await ctx.objects.stagedFile(id), Buffer.alloc(10, "x"));
  const crashing = {
    ...ctx,
    crashPoint: (name: string) => {
      if (name === "upload.adopted") throw new Error("the process ends here");
    },
  };
  await expect(finishUpload(crashing, id)).rejects.toThrow("the process ends here");
  await expect(show("h.bin")).rejects.toMatchObject({ code: "object_not_found" });
  expect((await head(url)).headers.get("upload-offset")).toBe("10");
  expect(await show("h.bin")).toMatchObject({ size: 10 });
});

test("an upload can be given up", async () => {
  const before = await sums();
  const { url } = await start("i.bin", 10);
  await patch(url, Buffer.alloc(4), 0);
  expect((await fetch(url, { method: "DELETE", headers: TUS })).status).toBe(204);
  expect((await head(url)).status).toBe(404);
  expect(await sums()).toEqual(before);
});

test("ST-16: of two that send at once one at a time is let in, and nothing is mixed", async () => {
  const { url } = await start("j.bin");
  const results = await Promise.allSettled([patch(url, BYTES, 0), patch(url, BYTES, 0)]);
  expect(results.map((each) => (each.status === "fulfilled" ? each.value.status : 0))).toContain(204);
  expect(await show("j.bin")).toMatchObject({ sha256: hashOf(BYTES) });
});

test("a sender that goes away in the midst leaves the bytes that have arrived", async () => {
  const { url, id } = await start("k.bin");
  const sending = request(url, {
    method: "PATCH",
    headers: {
      ...TUS,
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
      "content-length": BYTES.byteLength,
    },
  });
  sending.on("error", () => undefined);
  sending.write(BYTES.subarray(0, 120_000));
  await expect.poll(() => arrivedOf(id)).toBe(120_000);
  sending.destroy();
  await expect.poll(async () => (await head(url)).headers.get("upload-offset")).toBe("120000");
  await sendByClient({ uploadUrl: url });
  expect(await show("k.bin")).toMatchObject({ sha256: hashOf(BYTES) });
});

test("AB-05: an upload that is under way ends soon after its project is suspended", async () => {
  const { ctx, projectId } = content;
  const { url, id } = await start("l.bin");
  const answer = new Promise<number>((resolve) => {
    const sending = request(url, {
      method: "PATCH",
      headers: {
        ...TUS,
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
        "content-length": BYTES.byteLength,
      },
    });
    sending.on("response", ({ statusCode }) => resolve(statusCode ?? 0));
    sending.on("error", () => resolve(0));
    sending.write(BYTES.subarray(0, 1_000));
  });
  await expect.poll(() => arrivedOf(id)).toBe(1_000);
  await ctx.db.project.update({ where: { id: projectId }, data: { status: "suspended" } });
  expect([0, 404]).toContain(await answer);
  await ctx.db.project.update({ where: { id: projectId }, data: { status: "active" } });
  expect((await head(url)).headers.get("upload-offset")).toBe("1000");
});

async function arrivedOf(uploadId: string): Promise<number> {
  const file = await content.ctx.objects.stagedFile(uploadId);
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Sends the head of a PATCH and its first byte, then nothing. Resolves to the status when the connection ends. */
function sendSlowly(url: string): { begun: Promise<void>; ended: Promise<number> } {
  const sending = request(url, {
    method: "PATCH",
    agent: false,
    headers: { ...TUS, "upload-offset": "0", "content-type": "application/offset+octet-stream", "content-length": 10 },
  });
  const ended = new Promise<number>((resolve) => {
    sending.on("response", ({ statusCode = 0 }) => resolve(statusCode));
    sending.on("error", () => resolve(0));
  });
  sending.write("x");
  return {
    begun: once(sending, "socket")
      .then(([socket]) => once(socket, "connect"))
      .then(() => undefined),
    ended,
  };
}

test("ST-16: five hundred slow senders are ended after the idle limit, and keep nobody from uploading or reading", async () => {
  const patient = await startContentInProcess({}, 6_000);
  try {
    const { ctx, projectId } = patient;
    const slow = await patient.bucket();
    const urls: string[] = [];
    for (let i = 0; i < 500; i += 1) {
      const input = { projectId, bucket: slow.id, key: `slow-${i}`, size: 10, metadata: {} };
      urls.push((await createUpload(ctx, input)).upload.url);
    }
    await patient.put(slow, "read.txt", "hello");
    let open = 500;
    const senders = urls.map(sendSlowly);
    const allEnded = Promise.all(senders.map(({ ended }) => ended.finally(() => (open -= 1))));
    await Promise.all(senders.map(({ begun }) => begun));
    const quick = await createUpload(ctx, { projectId, bucket: slow.id, key: "quick", size: 10, metadata: {} });
    const sent = await fetch(quick.upload.url, { method: "PUT", body: "0123456789" });
    expect([sent.status, await sent.json()]).toMatchObject([201, { key: "quick", size: 10 }]);
    const redirect = await readObject(ctx, { projectId, bucket: slow.id, key: "read.txt", view: "bytes" });
    const read = await fetch(redirect instanceof Response ? (redirect.headers.get("location") ?? "") : "");
    expect([read.status, await read.text()]).toEqual([200, "hello"]);
    expect(open).toBeGreaterThan(0);
    expect((await allEnded).filter((status) => status >= 200 && status < 300)).toEqual([]);
    const progress = await Promise.all(urls.map(async (url) => (await head(url)).headers.get("upload-offset")));
    expect(new Set(progress)).toEqual(new Set(["1"]));
  } finally {
    await patient.close();
  }
});

test.each([
  ["a path that isn't there", "POST", "/upload"],
  ["an upload whose link is wrong", "PATCH", "/uploads/upl_4k9x2m7q1w8e5r3t6y0u?t=wrong"],
])("a refusal of %s comes after its body, which proxies send first", async (_what, method, path) => {
  const [pieces, piece] = [480, Buffer.alloc(65_536)];
  let sent = 0;
  const body = Readable.from(
    (function* () {
      for (; sent < pieces; sent += 1) yield piece;
    })(),
  );
  const headers = { ...TUS, "upload-offset": "0", "content-length": String(pieces * piece.byteLength) };
  const asked = request(content.url + path, { method, headers });
  const [answer] = await Promise.all([once(asked, "response").then(([answer]) => [answer, sent]), body.pipe(asked)]);
  expect(answer).toEqual([expect.objectContaining({ statusCode: 404 }), pieces]);
});
