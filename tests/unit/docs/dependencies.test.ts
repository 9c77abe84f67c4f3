import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Versions = Record<string, string>;

const read = (path: string): Record<string, Versions> => JSON.parse(readFileSync(path, "utf8"));
const service = read("package.json");
const client = read("packages/client/package.json");

/** The rows of dependencies.md, by the heading above them. */
const sections = new Map(
  readFileSync("docs/decisions/dependencies.md", "utf8")
    .split(/^## /m)
    .map((section) => [section.split("\n")[0], [...section.matchAll(/^\| `([^|]+)` \| (.+) \|$/gm)]] as const),
);

describe.each([
  ["Of the service", service.dependencies],
  ["Optional, by the machine", service.optionalDependencies],
  ["Of `@coppice/auth`", client.dependencies],
])("the runtime dependencies: %s", (heading, dependencies = {}) => {
  const rows = sections.get(heading) ?? [];

  it("have a line each, and every line names one of them", () => {
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(dependencies).sort());
  });

  it("have a reason each", () => {
    for (const [, name, reason = ""] of rows) expect(reason.split(" ").length, name).toBeGreaterThanOrEqual(3);
  });
});

it("the package for realtime has no dependencies, and React as the only peer", () => {
  const realtime = read("packages/realtime/package.json");
  expect(realtime.dependencies).toBeUndefined();
  expect(Object.keys(realtime.peerDependencies ?? {})).toEqual(["react"]);
});

it("the package for functions has no dependencies, and no peers", () => {
  const functions = read("packages/functions/package.json");
  expect([functions.dependencies, functions.peerDependencies]).toEqual([undefined, undefined]);
});

it("the package for storage has no dependencies, and takes the client of tus that it is tested with", () => {
  const storage = read("packages/storage/package.json");
  expect(storage.dependencies).toBeUndefined();
  expect(storage.peerDependencies?.["tus-js-client"]).toBe(`^${service.dependencies?.["tus-js-client"]}`);
});

it("the published package takes the versions that it is tested with, and later ones that fit", () => {
  const installed = Object.keys(client.dependencies ?? {}).map((name) => [name, `^${service.dependencies?.[name]}`]);
  // The service's own needs Node 22. tests/e2e/apps/published-package.test.ts and fresh-apps.test.ts run this one.
  expect(client.dependencies).toEqual({ ...Object.fromEntries(installed), "iron-session": "^8.0.4" });
});
