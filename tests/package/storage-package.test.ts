import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleOf } from "./package-bundle";
import { checkTypes, foreignFiles, packagingFaults, saidSize, undocumentedExports } from "./package-checks";
import { packageFolder, readTarball } from "./packed";

const folder = packageFolder("storage");
const dist = join(folder, "dist");
const tarball = readTarball("@coppice/storage");
const readme = readFileSync(join(folder, "README.md"), "utf8");

const ENTRIES = ["index", "react/index", "messages"];
const REACT = ["react", "react/jsx-runtime"];
const TUS = ["tus-js-client"];

describe("the published package for storage", () => {
  it("has no fault that publint knows of", async () => {
    expect(foreignFiles(tarball)).toEqual([]);
    expect(await packagingFaults(folder)).toEqual([]);
  });

  it("has types that resolve as its code does", async () => {
    const { problems, entries } = await checkTypes(tarball);
    expect(problems).toEqual([]);
    expect(entries).toEqual(expect.arrayContaining([".", "./react", "./messages"]));
  });

  it("keeps its export list", async () => {
    const exported: Record<string, string[]> = {};
    for (const entry of ENTRIES) exported[entry] = Object.keys(await import(join(dist, `${entry}.js`))).sort();
    expect(exported).toEqual({
      index: ["StorageError", "createStorage"],
      "react/index": ["DropZone", "useUpload"],
      messages: ["en"],
    });
  });

  it("has a client under 8 kB that needs nothing, and the part for uploads in parts apart", async () => {
    const { bytes, imports, later } = await bundleOf(folder, "index.js", TUS);
    expect(imports).toEqual([]);
    expect(bytes).toBeLessThan(8_000);
    expect(saidSize(readme, "@coppice/storage")).toBeCloseTo(bytes / 1_000, 0);
    expect(later).toHaveLength(1);
    expect(later[0]?.inputs.join()).toMatch(/^dist\/upload-in-parts-\w+\.js$/);
    const [, said] = /plus ([\d.]+) kB when a file is uploaded in parts/.exec(readme) ?? [];
    expect(Number(said)).toBeCloseTo((later[0]?.bytes ?? 0) / 1_000, 0);
  });

  it("has components that need React alone, and styles and texts apart", async () => {
    const { bytes, imports } = await bundleOf(folder, "react/index.js", REACT);
    expect([...new Set(imports)].sort()).toEqual(REACT);
    expect(bytes).toBeLessThan(4_000);
    expect(saidSize(readme, "@coppice/storage/react")).toBeCloseTo(bytes / 1_000, 0);
    expect(readFileSync(join(dist, "react/index.js"), "utf8")).toMatch(/^"use client";/);
    for (const entry of ["index", "messages"]) {
      expect(readFileSync(join(dist, `${entry}.js`), "utf8")).not.toContain("use client");
    }
  });

  it("describes every export, with an example", () => {
    expect(undocumentedExports(folder, ["index", "react/index"])).toEqual([]);
  });
});
