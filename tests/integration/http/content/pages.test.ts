import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { readObject } from "@/lib/services/storage/links/read";
import { signLinks } from "@/lib/services/storage/links/sign";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";

let content: ContentServer;
let bucket: Bucket;
let browser: Browser;
let server: Server;
let origin: string;
let key: string;

const BYTES = randomBytes(300_000);

beforeAll(async () => {
  content = await startContentInProcess();
  bucket = await content.bucket({ policy: [{ prefix: "uppy/", allow: ["create"], to: "anyone" }] });
  key = await content.key("public");
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "uppy-page.ts")],
    ...{ bundle: true, write: false, format: "iife", platform: "browser", logLevel: "error" },
  });
  const script = outputFiles[0]?.text ?? "";
  server = createServer(({ url }, response) => {
    if (url === "/page.js") response.writeHead(200, { "Content-Type": "text/javascript" }).end(script);
    else
      response.writeHead(200, { "Content-Type": "text/html" }).end('<!doctype html><script src="/page.js"></script>');
  });
  await once(server.listen(0, "localhost"), "listening");
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  await content.ctx.db.project.update({
    where: { id: content.projectId },
    data: { settings: { allowedOrigins: [origin] } },
  });
  browser = await chromium.launch({ executablePath: readFileSync(".setup/chromium", "utf8") });
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  await content.close();
});

async function open(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(origin);
  return page;
}

const show = (objectKey: string) =>
  readObject(content.ctx, { projectId: content.projectId, bucket: bucket.id, key: objectKey, view: "metadata" });

async function linkTo(objectKey: string): Promise<string> {
  const input = { projectId: content.projectId, bucket: bucket.id, keys: [objectKey], expiresInSeconds: 60 };
  const [link] = (await signLinks(content.ctx, { ...input, pinned: false })).urls;
  return link && "url" in link ? link.url : "";
}

describe("SV-H2: Uppy in a page", () => {
  it.each([
    ["an empty file", Buffer.alloc(0), {}],
    ["a file in parts", BYTES, { chunkSize: 100_000 }],
    ["a file with its creation", BYTES, { uploadDataDuringCreation: true }],
  ])("SV-M4: sends %s, with names of its requests and without PATCH as well", async (name, bytes, options) => {
    for (const [way, more] of Object.entries({
      plain: {},
      named: { addRequestId: true },
      override: { overridePatchMethod: true },
    })) {
      // Uppy would go on with the same file in the same browser.
      const page = await open();
      const objectKey = `uppy/${name}/${way}.bin`;
      const settings = {
        endpoint: `${content.url}/uploads`,
        headers: { authorization: `Bearer ${key}` },
        retryDelays: [],
        ...options,
        ...more,
      };
      const result = await page.evaluate(([settings, base64, meta]) => window.sendByUppy(settings, base64, meta), [
        settings,
        bytes.toString("base64"),
        { bucket: bucket.name, key: objectKey },
      ] as const);
      expect(result, way).toEqual({ successful: 1, failed: [] });
      expect(await show(objectKey)).toMatchObject({ sha256: createHash("sha256").update(bytes).digest("hex") });
      await page.close();
    }
  });
});

describe("SV-M3: pages read objects with header fields of their own", () => {
  it("by a link, with the headers that a page needs to read them", async () => {
    await content.put(bucket, "read.txt", "0123456789");
    const url = await linkTo("read.txt");
    const page = await open();
    for (const [headers, status, text] of [
      [{ range: "bytes=-4" }, 206, "6789"],
      [{ traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }, 200, "0123456789"],
      [{ "x-requested-with": "XMLHttpRequest" }, 200, "0123456789"],
      [{ "if-none-match": '"other"' }, 200, "0123456789"],
    ] as const) {
      const answer = await page.evaluate(
        async ([address, fields]) => {
          const response = await fetch(address, { headers: fields, cache: "no-store" });
          return { status: response.status, text: await response.text() };
        },
        [url, headers as Record<string, string>] as const,
      );
      expect(answer.status, JSON.stringify(headers)).toBe(status);
      expect(answer.text).toBe(text);
    }
    await page.close();
  });
});

it("SV-M11: Chromium shows text in UTF-8 as it was written", async () => {
  await content.put(bucket, "words.txt", "Zoë – 日本");
  const page = await open();
  await page.goto(await linkTo("words.txt"));
  expect(await page.locator("body").textContent()).toBe("Zoë – 日本");
  await page.close();
});
