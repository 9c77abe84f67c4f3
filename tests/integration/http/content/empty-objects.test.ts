import { createHash } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { signLinks } from "@/lib/services/storage/links/sign";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";
import { startS3Server } from "@/tests/support/s3-server";

const NOTHING = createHash("sha256").digest("hex");

const STORES = { "a folder": async () => ({ variables: {}, close: async () => {} }), S3: startS3Server };

describe.each(Object.entries(STORES))("5.1: an object without bytes, in %s", (_, openStore) => {
  let store: Awaited<ReturnType<typeof openStore>>;
  let content: ContentServer;
  let api: InProcessServer;
  let bucket: Bucket;
  let authorization: string;

  beforeAll(async () => {
    store = await openStore();
    const folder = await mkdtemp(join(tmpdir(), "empty-"));
    const variables = { ...store.variables, COPPICE_DATA_DIR: folder };
    content = await startContentInProcess(variables);
    api = await startInProcess({ variables: { ...variables, COPPICE_CONTENT_URL: content.url } });
    bucket = await content.bucket({ transforms: "any" });
    authorization = `Bearer ${await content.key("server")}`;
  });
  afterAll(async () => {
    await api.close();
    await content.close();
    await store.close();
  });

  const ask = (method: string, path: string, headers: Record<string, string>, body?: BodyInit) =>
    fetch(`${api.baseUrl}/v1/projects/${content.projectId}/storage/${path}`, {
      method,
      headers: { authorization, ...headers },
      ...(body !== undefined && { body, duplex: "half" }),
    });

  async function linkTo(key: string, width?: number): Promise<string> {
    const transform = width === undefined ? undefined : ({ w: width, fit: "inside", format: "png", q: 80 } as const);
    const input = { projectId: content.projectId, bucket: bucket.id, keys: [key], expiresInSeconds: 60, pinned: false };
    const [link] = (await signLinks(content.ctx, { ...input, transform })).urls;
    if (!link || !("url" in link)) throw new Error("no link");
    return link.url;
  }

  async function expectEmpty(key: string): Promise<void> {
    const link = await linkTo(key);
    const whole = await fetch(link);
    const facts = [whole.status, whole.headers.get("content-length"), await whole.text()];
    expect(facts).toEqual([200, "0", ""]);
    expect(whole.headers.get("etag")).toMatch(/^"[^"]+"$/);
    const head = await fetch(link, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "0"]);
    for (const range of ["bytes=0-", "bytes=-1", "bytes=0-0"]) {
      expect([range, (await fetch(link, { headers: { range } })).status]).toEqual([range, 416]);
    }
    const picture = await fetch(await linkTo(key, 8));
    expect([picture.status, await picture.json()]).toMatchObject([422, { error: { code: "picture_failed" } }]);
  }

  it.each([
    ["an empty body", ""],
    ["no body", undefined],
    ["a body without a length", new Blob([]).stream()],
  ])("is stored by a PUT with %s, and replaced", async (name, body) => {
    const key = `put/${name}.png`;
    const path = `buckets/${bucket.id}/objects/${encodeURIComponent(key)}`;
    const stored = await ask("PUT", path, { "content-type": "image/png" }, body);
    expect([stored.status, await stored.json()]).toMatchObject([201, { key, size: 0, sha256: NOTHING }]);
    await expectEmpty(key);
    expect((await ask("PUT", path, { "content-type": "image/png" }, "")).status).toBe(200);
  });

  it("is there as soon as its upload was asked for", async () => {
    const body = JSON.stringify({ bucket: bucket.name, key: "asked.png", size: 0, contentType: "image/png" });
    const asked = await ask("POST", "uploads", { "content-type": "application/json" }, body);
    const { upload } = (await asked.json()) as { upload: { url: string } };
    expect(asked.status).toBe(201);
    const head = await fetch(upload.url, { method: "HEAD", headers: { "tus-resumable": "1.0.0" } });
    expect([head.headers.get("upload-offset"), head.headers.get("upload-length")]).toEqual(["0", "0"]);
    await expectEmpty("asked.png");
  });

  it("arrives by tus-js-client, on which Uppy stands", async () => {
    const metadata = { bucket: bucket.name, key: "tus.png", filetype: "image/png" };
    await new Promise<void>((resolve, reject) => {
      const options = { endpoint: `${content.url}/uploads`, metadata, headers: { authorization }, retryDelays: [] };
      new Upload(Buffer.alloc(0), { ...options, onError: reject, onSuccess: () => resolve() }).start();
    });
    await expectEmpty("tus.png");
  });
});
