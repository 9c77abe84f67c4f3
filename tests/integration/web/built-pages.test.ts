import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const BUILD = ".next";
const MEGABYTE = 1_000_000;

interface Chunk {
  path: string;
  bytes: number;
  hash: string;
  /** The modules in it, by Turbopack's numbers. */
  modules: string[];
}

/** Beside the build are links to the packages that stay outside of it. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => !path.startsWith("node_modules/"))
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());

function readChunk(path: string): Chunk {
  const text = readFileSync(path, "utf8");
  // The last line is the name of the chunk itself.
  const hash = createHash("sha256")
    .update(text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, ""))
    .digest("hex");
  const modules = [...text.matchAll(/^(\d+), (?:\d+, )*\(/gm)].map(([, id = ""]) => id);
  return { path, bytes: text.length, hash, modules };
}

const chunks = filesIn(`${BUILD}/server/chunks`)
  .filter((path) => path.endsWith(".js"))
  .map(readChunk);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

it("the build holds the pages and no route handler, which our own server answers for", () => {
  const manifest = JSON.parse(readFileSync(`${BUILD}/server/app-paths-manifest.json`, "utf8"));
  const entries = Object.keys(manifest);
  expect(entries.filter((entry) => entry.endsWith("/route"))).toEqual([]);
  expect(entries.filter((entry) => entry.endsWith("/page")).length).toBeGreaterThan(70);
});

it("the build has its proxy and no source maps, and takes less than 100 MB", () => {
  const { functions } = JSON.parse(readFileSync(`${BUILD}/server/functions-config-manifest.json`, "utf8"));
  expect(functions).toHaveProperty("/_middleware");
  const files = filesIn(BUILD);
  expect(files.filter((path) => path.endsWith(".map"))).toEqual([]);
  expect(sum(files.map((path) => statSync(path).size))).toBeLessThan(100 * MEGABYTE);
});

it("pages and the proxy are built without the composition root", () => {
  const texts = filesIn(`${BUILD}/server`).filter((path) => path.endsWith(".js"));
  expect(texts.filter((path) => readFileSync(path, "utf8").includes("function createRuntime("))).toEqual([]);
});

it("the server's chunks have few modules, and few of them more than once", () => {
  const modules = chunks.flatMap((chunk) => chunk.modules);
  expect(sum(chunks.map(({ bytes }) => bytes))).toBeLessThan(45 * MEGABYTE);
  expect(new Set(modules).size).toBeGreaterThan(1_000);
  expect(new Set(modules).size).toBeLessThan(3_500);
  expect(modules.length / new Set(modules).size).toBeLessThan(2.5);
});

it("a module that is written more than twice is small", () => {
  const copies = [...Map.groupBy(chunks, ({ hash }) => hash).values()].filter((same) => same.length > 2);
  const repeated = copies.map(([first, ...others]) => (first?.bytes ?? 0) * others.length);
  expect(sum(repeated)).toBeLessThan(5 * MEGABYTE);
});
