import { randomUUID } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { coppice, createAppProject } from "./command-line";
import { test as base } from "./worker-test";

type Store = (name: string, content: string | Buffer, type: string) => Promise<string>;

/** Puts files into a public bucket, and returns their addresses. */
async function makeStore(): Promise<Store> {
  const { id } = await createAppProject(`Files ${randomUUID()}`, "http://localhost:1");
  const bucket = `files-${id.slice(-8)}`;
  const folder = await mkdtemp(join(tmpdir(), "objects-"));
  await coppice("bucket", "create", bucket, "--project", id, "--public");
  return async (name, content, type) => {
    const file = join(folder, name);
    await writeFile(file, content);
    const { url } = await coppice("object", "put", bucket, name, file, "--project", id, "--type", type);
    return url;
  };
}

const test = base.extend<{ store: Store }>({ store: async ({ once }, use) => use(await once(makeStore)) });

const SCRIPT = "fetch('/ran'); document.title = 'ran'";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/><script>${SCRIPT}</script></svg>`;

test("ST-04, ST-11: an object that could run scripts is downloaded when it is opened", async ({ page, store }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const files: [string, string | Buffer, string][] = [
    ["page.html", `<script>${SCRIPT}</script>`, "text/html"],
    ["picture.svg", SVG, "image/svg+xml"],
    ["page.xml", `<x xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></x>`, "application/xhtml+xml"],
    ["lie.png", `<script>${SCRIPT}</script>`, "image/png"],
    ["wide.html", Buffer.from(`\ufeff<script>${SCRIPT}</script>`, "utf16le"), "text/html"],
    ["both.html", Buffer.concat([PNG, Buffer.from(`<script>${SCRIPT}</script>`)]), "text/html"],
  ];
  for (const [name, content, type] of files) {
    const address = await store(name, content, type);
    const download = page.waitForEvent("download");
    await page.goto(address).catch((error: Error) => expect(error.message).toMatch(/Download is starting|ERR_ABORTED/));
    expect((await download).suggestedFilename()).toBe(name);
  }
  expect(asked.filter((path) => path === "/ran")).toEqual([]);
});

test("ST-15: an object that is shown has an origin of its own, and no way to the service", async ({ page, store }) => {
  const address = await store("note.txt", `<script>${SCRIPT}</script>`, "text/plain");
  const response = await page.goto(address);
  expect(new URL(page.url()).hostname).toBe("127.0.0.1");
  expect((await response?.request().allHeaders())?.cookie).toBeUndefined();
  await expect(page.locator("pre")).toHaveText(`<script>${SCRIPT}</script>`);
  const found = await page.evaluate(() => {
    const nameOf = (read: () => unknown) => {
      try {
        return String(read());
      } catch (error) {
        return (error as Error).name;
      }
    };
    return [
      nameOf(() => window.origin),
      nameOf(() => document.cookie),
      nameOf(() => localStorage.length),
      nameOf(() => window.opener),
    ];
  });
  expect(found).toEqual(["null", "SecurityError", "SecurityError", "null"]);
  expect(await page.evaluate(() => fetch("/ready").then(String, (error: Error) => error.name))).toBe("TypeError");
});

test("pages of apps show pictures, a drawing with a script among them, which does not run", async ({ page, store }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url(), "http://x").pathname));
  const addresses = [await store("a.png", PNG, "image/png"), await store("a.svg", SVG, "image/svg+xml")];
  await page.setContent(addresses.map((address) => `<img alt="" src="${address}">`).join(""));
  const widths = () => page.evaluate(() => [...document.images].map(({ naturalWidth }) => naturalWidth));
  await expect.poll(widths).toEqual([1, 8]);
  expect(asked).not.toContain("/ran");
});
