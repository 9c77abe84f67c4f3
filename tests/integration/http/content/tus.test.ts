import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { readObject } from "@/lib/services/storage/links/read";
import { createUpload } from "@/lib/services/storage/uploads/create";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";

let content: ContentServer;
let bucket: Bucket;
let authorization: string;

beforeAll(async () => {
  content = await startContentInProcess();
  bucket = await content.bucket();
  authorization = `Bearer ${await content.key("server")}`;
});
afterAll(() => content.close());

const TUS = { "tus-resumable": "1.0.0" };
const PART = { ...TUS, "content-type": "application/offset+octet-stream" };
const BYTES = randomBytes(300_000);
const digest = (algorithm: string, bytes: Uint8Array | string) =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest("base64")}`;

const metadataOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");

const show = (key: string) =>
  readObject(content.ctx, { projectId: content.projectId, bucket: bucket.id, key, view: "metadata" });

async function begin(key: string, size: number) {
  const input = { projectId: content.projectId, bucket: bucket.id, key, size, metadata: {} };
  return (await createUpload(content.ctx, input)).upload;
}

function create(key: string, headers: Record<string, string>, body?: Uint8Array | string) {
  return fetch(`${content.url}/uploads`, {
    method: "POST",
    headers: { ...TUS, authorization, "upload-metadata": metadataOf({ bucket: bucket.name, key }), ...headers },
    ...(body !== undefined && { body: body as BodyInit }),
  });
}

const patch = (url: string, offset: number, body: Uint8Array | string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "PATCH",
    headers: { ...PART, "upload-offset": String(offset), ...headers },
    body: body as BodyInit,
  });
const head = (url: string, headers: Record<string, string> = TUS) => fetch(url, { method: "HEAD", headers });

async function refusalOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: string; requestId: string } };
  expect(error.requestId).toBe(response.headers.get("x-request-id"));
  return [response.status, error.code];
}

describe("SV-H2: the answers that tus fixes", () => {
  it("an empty file is created and complete, 201 with its address", async () => {
    const created = await create("empty.txt", { "upload-length": "0" });
    expect([created.status, created.headers.get("upload-offset")]).toEqual([201, "0"]);
    const url = created.headers.get("location") ?? "";
    expect((await head(url)).headers.get("upload-length")).toBe("0");
    expect(await show("empty.txt")).toMatchObject({ size: 0, sha256: createHash("sha256").digest("hex") });
  });

  it("bytes may come with the creation, all of them or the first", async () => {
    const headers = { ...PART, "upload-length": "10" };
    const whole = await create("with-creation.bin", headers, "0123456789");
    expect([whole.status, whole.headers.get("upload-offset"), await whole.text()]).toEqual([201, "10", ""]);
    expect(whole.headers.get("location")).toContain("/uploads/upl_");
    expect(whole.headers.has("upload-expires")).toBe(false);
    expect(await show("with-creation.bin")).toMatchObject({ size: 10 });
    const first = await create("begun.bin", headers, "01234");
    expect([first.status, first.headers.get("upload-offset")]).toEqual([201, "5"]);
    expect(Date.parse(first.headers.get("upload-expires") ?? "")).toBeGreaterThan(Date.now());
    const url = first.headers.get("location") ?? "";
    expect((await patch(url, 5, "56789")).status).toBe(204);
    expect(await show("begun.bin")).toMatchObject({ size: 10 });
    expect(await refusalOf(await create("long.bin", headers, "0123456789x"))).toEqual([413, "body_too_large"]);
  });

  it("the last part is answered as each is, and the address tells of the object then", async () => {
    const { url } = await begin("parts.bin", 10);
    expect(await refusalOf(await fetch(url))).toEqual([409, "conflict"]);
    for (const [offset, part] of [
      [0, "01234"],
      [5, "56789"],
    ] as const) {
      const answer = await patch(url, offset, part);
      expect([answer.status, answer.headers.get("upload-offset"), await answer.text()]).toEqual([
        204,
        String(offset + 5),
        "",
      ]);
    }
    const told = await fetch(url);
    expect([told.status, told.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(await told.json()).toEqual(await show("parts.bin"));
  });

  it.each([
    ["an empty file", Buffer.alloc(0), {}],
    ["a small file with its creation", Buffer.from("hello"), { uploadDataDuringCreation: true }],
    ["a file in parts", BYTES, { chunkSize: 100_000 }],
    ["a file in parts, the first with its creation", BYTES, { chunkSize: 100_000, uploadDataDuringCreation: true }],
    ["a file without PATCH", BYTES, { chunkSize: 100_000, overridePatchMethod: true }],
    ["a file with names of its requests", BYTES, { addRequestId: true }],
  ])("tus-js-client sends %s", async (name, bytes, options) => {
    const key = `client/${name}.bin`;
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: `${content.url}/uploads`,
        metadata: { bucket: bucket.name, key },
        headers: { authorization },
        retryDelays: [],
        ...options,
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
    expect(await show(key)).toMatchObject({ sha256: createHash("sha256").update(bytes).digest("hex") });
  });
});

describe("SV-H2: keys and races", () => {
  it("a key comes back as it was named, and a Mac's accents in the form of others", async () => {
    for (const [sent, stored] of [
      ["e\u0301te\u0301.png", "\u00e9t\u00e9.png"],
      ["Q&A?.png", "Q&A?.png"],
      ["a+b c.txt", "a+b c.txt"],
      ["%41.txt", "%41.txt"],
      ["a;b,c=d|c^~[x]", "a;b,c=d|c^~[x]"],
      ["Screenshot at 9.41.00\u202fAM.png", "Screenshot at 9.41.00\u202fAM.png"],
      [`${"\u00fc".repeat(500)}/\u{1f600}.txt`, `${"\u00fc".repeat(500)}/\u{1f600}.txt`],
    ] as const) {
      const created = await create(sent, { ...PART, "upload-length": "1" }, "x");
      expect(created.status, sent).toBe(201);
      expect(await (await fetch(created.headers.get("location") ?? "")).json()).toEqual(await show(stored));
    }
    const refused = await create("a/../b", { "upload-length": "1" });
    expect(await refusalOf(refused)).toEqual([400, "invalid_key"]);
  });

  it("of two uploads of a new key the first to end has it, and the other is told", async () => {
    const input = { projectId: content.projectId, bucket: bucket.id, key: "race.bin", size: 1, metadata: {} };
    const [one, two] = [
      (await createUpload(content.ctx, { ...input, ifNoneMatch: "*" })).upload,
      (await createUpload(content.ctx, { ...input, ifNoneMatch: "*" })).upload,
    ];
    expect((await patch(two.url, 0, "2")).status).toBe(204);
    expect(await refusalOf(await patch(one.url, 0, "1"))).toEqual([412, "precondition_failed"]);
    expect((await head(one.url)).status).toBe(404);
    expect(await (await fetch(two.url)).json()).toEqual(await show("race.bin"));
  });
});

describe("SV-M2: checksums of parts", () => {
  it("are announced, and a part with another is refused and forgotten", async () => {
    const options = await fetch(`${content.url}/uploads`, { method: "OPTIONS" });
    expect(options.headers.get("tus-extension")?.split(",")).toContain("checksum");
    expect(options.headers.get("tus-checksum-algorithm")?.split(",")).toEqual(["sha1", "sha256", "md5"]);
    const { url } = await begin("summed.bin", 10);
    const wrong = await patch(url, 0, "01234", { "upload-checksum": digest("sha1", "0123x") });
    expect(await refusalOf(wrong)).toEqual([460, "part_mismatch"]);
    expect((await head(url)).headers.get("upload-offset")).toBe("0");
    for (const [offset, algorithm, part] of [
      [0, "sha1", "0123"],
      [4, "sha256", "456"],
      [7, "md5", "78"],
    ] as const) {
      const taken = await patch(url, offset, part, { "upload-checksum": digest(algorithm, part) });
      expect([taken.status, taken.headers.get("upload-offset")]).toEqual([204, String(offset + part.length)]);
    }
    const last = await patch(url, 9, "x", { "upload-checksum": digest("sha1", "9") });
    expect(await refusalOf(last)).toEqual([460, "part_mismatch"]);
    expect((await head(url)).headers.get("upload-offset")).toBe("9");
    expect((await patch(url, 9, "9", { "upload-checksum": digest("sha1", "9") })).status).toBe(204);
    expect(await show("summed.bin")).toMatchObject({
      sha256: createHash("sha256").update("0123456789").digest("hex"),
    });
  });

  it("hold for a part that breaks off, of which nothing is kept", async () => {
    const { url } = await begin("broken.bin", 10);
    const sending = request(url, {
      method: "PATCH",
      headers: { ...PART, "upload-offset": "0", "content-length": 10, "upload-checksum": digest("sha1", "0123456789") },
    });
    sending.on("error", () => undefined);
    await new Promise<void>((resolve) => sending.write("01234", () => resolve()));
    sending.destroy();
    // A request that follows waits for the broken one.
    expect((await head(url)).headers.get("upload-offset")).toBe("0");
    expect((await patch(url, 0, "0123456789")).status).toBe(204);
  });

  it("are refused where they can't be read or computed", async () => {
    const { url } = await begin("unknown-sum.bin", 5);
    for (const wrong of [`crc32 ${Buffer.alloc(4).toString("base64")}`, "sha1", "sha1 %%%", "sha1 AAAA"]) {
      const answer = await patch(url, 0, "01234", { "upload-checksum": wrong });
      expect(await refusalOf(answer)).toEqual([400, "invalid_request"]);
    }
    expect((await head(url)).headers.get("upload-offset")).toBe("0");
  });

  it("hold for bytes that come with the creation, and Content-Digest for one PUT of all", async () => {
    const headers = { ...PART, "upload-length": "5", "upload-checksum": digest("sha1", "x") };
    expect(await refusalOf(await create("sum-created.bin", headers, "01234"))).toEqual([460, "part_mismatch"]);
    const { url } = await begin("put.bin", 5);
    const sum = (bytes: string) => `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`;
    const put = (body: string, header: string) =>
      fetch(url, { method: "PUT", headers: { "content-digest": header }, body });
    expect(await refusalOf(await put("01234", "crc32=:AAAA:"))).toEqual([400, "invalid_request"]);
    expect((await put("01234", sum("01234"))).status).toBe(201);
    const other = await begin("put-2.bin", 5);
    const headersOf = { "content-digest": sum("0123x") };
    const wrong = await fetch(other.url, { method: "PUT", headers: headersOf, body: "01234" });
    expect(await refusalOf(wrong)).toEqual([422, "checksum_mismatch"]);
    expect(await refusalOf(await fetch(other.url))).toEqual([404, "upload_not_found"]);
  });
});

describe("SV-M4: requests of pages", () => {
  it("a pre-flight allows the methods of tus and the header fields that a page asks for", async () => {
    const { url } = await begin("pre-flight.bin", 1);
    for (const [address, method] of [
      [`${content.url}/uploads`, "POST"],
      [url, "PATCH"],
      [url, "PUT"],
      [url, "GET"],
    ] as const) {
      const fields = "upload-checksum, x-request-id, x-http-method-override, traceparent";
      const answer = await fetch(address, {
        method: "OPTIONS",
        headers: {
          origin: "https://app.example",
          "access-control-request-method": method,
          "access-control-request-headers": fields,
        },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-methods")?.split(", ")).toContain(method);
      expect(answer.headers.get("access-control-allow-headers")).toBe(fields);
      expect(answer.headers.get("vary")).toContain("Access-Control-Request-Headers");
      expect(answer.headers.get("tus-version")).toBe("1.0.0");
    }
    const exposed = (await head(url)).headers.get("access-control-expose-headers");
    for (const name of ["Location", "Upload-Offset", "Upload-Length", "Tus-Resumable", "Upload-Metadata"]) {
      expect(exposed?.split(", ")).toContain(name);
    }
  });

  it("X-HTTP-Method-Override is the method, over the request's own", async () => {
    const { url } = await begin("override.bin", 5);
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...PART, "upload-offset": "0", "x-http-method-override": "PATCH" },
      body: "01234",
    });
    expect([answer.status, answer.headers.get("upload-offset")]).toEqual([204, "5"]);
    const other = await begin("override-2.bin", 5);
    const headers = { ...TUS, "x-http-method-override": "DELETE" };
    expect((await fetch(other.url, { method: "POST", headers })).status).toBe(204);
    expect((await head(other.url)).status).toBe(404);
  });
});

describe("SV-M5: tus' answers to requests that don't fit", () => {
  it("another version is 412 and names the spoken one", async () => {
    const { url } = await begin("version.bin", 5);
    for (const headers of [{ "tus-resumable": "0.9.9" }, {}]) {
      for (const [method, address] of [
        ["HEAD", url],
        ["PATCH", url],
        ["DELETE", url],
        ["POST", `${content.url}/uploads`],
      ] as const) {
        const answer = await fetch(address, { method, headers: headers as Record<string, string> });
        expect([answer.status, answer.headers.get("tus-version")]).toEqual([412, "1.0.0"]);
        if (method !== "HEAD") expect(await refusalOf(answer)).toEqual([412, "unsupported_version"]);
      }
    }
  });

  it("a part of another type is 415, one without an offset 400, one elsewhere 409 with the place", async () => {
    const { url } = await begin("unfit.bin", 5);
    for (const type of ["text/plain", "application/octet-stream"]) {
      const answer = await patch(url, 0, "01234", { "content-type": type });
      expect(await refusalOf(answer)).toEqual([415, "unsupported_media_type"]);
    }
    for (const offset of ["-1", "x", "1.5", ""]) {
      const answer = await patch(url, 0, "01234", { "upload-offset": offset });
      expect(await refusalOf(answer)).toEqual([400, "invalid_request"]);
    }
    const elsewhere = await patch(url, 3, "34");
    expect(elsewhere.headers.get("upload-offset")).toBe("0");
    expect(await refusalOf(elsewhere)).toEqual([409, "conflict"]);
    expect(await refusalOf(await patch(url, 0, "012345"))).toEqual([413, "body_too_large"]);
    expect((await head(url)).headers.get("upload-offset")).toBe("0");
  });

  it("a body of unknown length that is too long is refused, and its fitting part isn't mixed up", async () => {
    const { url } = await begin("endless.bin", 5);
    const endless = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(4));
        controller.enqueue(new Uint8Array(4));
        controller.close();
      },
    });
    const answer = await fetch(url, {
      method: "PATCH",
      headers: { ...PART, "upload-offset": "0" },
      body: endless,
      duplex: "half",
    } as RequestInit);
    expect(await refusalOf(answer)).toEqual([413, "body_too_large"]);
    const offset = Number((await head(url)).headers.get("upload-offset"));
    expect((await patch(url, offset, new Uint8Array(5 - offset))).status).toBe(204);
    expect(await show("endless.bin")).toMatchObject({ size: 5 });
  });

  it("HEAD repeats the metadata as it was given, and is kept by no cache", async () => {
    const metadata = metadataOf({ key: "metadata.bin", filetype: "video/mp4", bucket: bucket.id, alt: "ü" });
    const created = await create("", { "upload-length": "5", "upload-metadata": `${metadata},lonely` });
    const answer = await head(created.headers.get("location") ?? "");
    expect(answer.headers.get("upload-metadata")).toBe(`${metadata},lonely`);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.headers.get("upload-length")).toBe("5");
  });

  it("a creation that can't be taken says why, in the envelope", async () => {
    const length = { "upload-length": "5" };
    for (const headers of [
      {},
      { "upload-length": "x" },
      { "upload-length": "-1" },
      { "upload-defer-length": "1" },
      { ...length, "upload-concat": "partial" },
      { ...length, "upload-metadata": "bucket %%%" },
      { ...length, "upload-metadata": "bucket YQ==,bucket YQ==" },
    ]) {
      expect(await refusalOf(await create("x.bin", headers as Record<string, string>))).toEqual([
        400,
        "invalid_request",
      ]);
    }
    const unknown = await create("x.bin", { ...length, authorization: "Bearer sk_none" });
    expect(unknown.headers.has("www-authenticate")).toBe(true);
    expect(await refusalOf(unknown)).toEqual([401, "unauthorized"]);
    expect(unknown.headers.get("tus-resumable")).toBe("1.0.0");
    const other = await fetch(`${content.url}/uploads`, { method: "PROPFIND", headers: TUS });
    expect(other.headers.get("allow")).toBe("POST, OPTIONS");
    expect(await refusalOf(other)).toEqual([405, "method_not_allowed"]);
  });
});
