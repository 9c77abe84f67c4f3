import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleOf } from "./package-bundle";
import { checkTypes, foreignFiles, packagingFaults, saidSize, undocumentedExports } from "./package-checks";
import { packageFolder, readTarball } from "./packed";

const folder = packageFolder("realtime");
const dist = join(folder, "dist");
const tarball = readTarball("@coppice/realtime");
const readme = readFileSync(join(folder, "README.md"), "utf8");

const ENTRIES = ["index", "react/index"];
const REACT = ["react", "react/jsx-runtime"];

describe("the published package for realtime", () => {
  it("has no fault that publint knows of", async () => {
    expect(foreignFiles(tarball)).toEqual([]);
    expect(await packagingFaults(folder)).toEqual([]);
  });

  it("has types that resolve as its code does", async () => {
    const { problems, entries } = await checkTypes(tarball);
    expect(problems).toEqual([]);
    expect(entries).toEqual(expect.arrayContaining([".", "./react"]));
  });

  it("keeps its export list", async () => {
    const exported: Record<string, string[]> = {};
    for (const entry of ENTRIES) exported[entry] = Object.keys(await import(join(dist, `${entry}.js`))).sort();
    expect(exported).toEqual({
      index: ["RealtimeError", "createRealtime"],
      "react/index": ["useChanges", "usePresence", "useTopic"],
    });
  });

  it("has a client and hooks under 6 kB together, which need nothing and React alone", async () => {
    const client = await bundleOf(folder, "index.js");
    expect(client.imports).toEqual([]);
    const hooks = await bundleOf(folder, "react/index.js", REACT);
    expect([...new Set(hooks.imports)]).toEqual(["react"]);
    expect(client.bytes + hooks.bytes).toBeLessThan(6_000);
    expect(saidSize(readme, "@coppice/realtime")).toBeCloseTo(client.bytes / 1_000, 0);
    expect(saidSize(readme, "@coppice/realtime/react")).toBeCloseTo(hooks.bytes / 1_000, 0);
    expect(readFileSync(join(dist, "react/index.js"), "utf8")).toMatch(/^"use client";/);
    expect(readFileSync(join(dist, "index.js"), "utf8")).not.toContain("use client");
  });

  it("describes every export, with an example", () => {
    expect(undocumentedExports(folder, ["index", "react/index"])).toEqual([]);
  });
});
