import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleOf } from "./package-bundle";
import { checkTypes, foreignFiles, packagingFaults, saidSize, undocumentedExports } from "./package-checks";
import { packageFolder, readTarball } from "./packed";

const folder = packageFolder("functions");
const tarball = readTarball("@coppice/functions");
const readme = readFileSync(join(folder, "README.md"), "utf8");

describe("the published package for functions", () => {
  it("has no fault that publint knows of", async () => {
    expect(foreignFiles(tarball)).toEqual([]);
    expect(await packagingFaults(folder)).toEqual([]);
  });

  it("has types that resolve as its code does", async () => {
    const { problems, entries } = await checkTypes(tarball);
    expect(problems).toEqual([]);
    expect(entries).toEqual(expect.arrayContaining(["."]));
  });

  it("keeps its export list", async () => {
    expect(Object.keys(await import(join(folder, "dist/index.js"))).sort()).toEqual([
      "FunctionsError",
      "createFunctions",
    ]);
  });

  it("is under 2 kB and needs nothing", async () => {
    const { bytes, imports } = await bundleOf(folder, "index.js");
    expect(imports).toEqual([]);
    expect(bytes).toBeLessThan(2_000);
    expect(saidSize(readme, "@coppice/functions")).toBeCloseTo(bytes / 1_000, 0);
  });

  it("describes every export, with an example", () => {
    expect(undocumentedExports(folder, ["index"])).toEqual([]);
  });
});
