import { readdirSync } from "node:fs";
import { build, type Metafile } from "esbuild";
import { beforeAll, expect, it } from "vitest";

/**
 * They look for the request in the store that Next's own renderer set up, and throw in the API lane, which bundles
 * every route.
 */
const OF_PAGES = /^(next\/(navigation|headers|cache|server\.js|link|image)|react-dom)/;

const CONTROL = "lib/web/current-member.ts";
const routes = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((path) => path === "route.ts" || path.endsWith("/route.ts"))
  .map((path) => `app/${path}`);

let inputs: Metafile["inputs"];

beforeAll(async () => {
  const { metafile } = await build({
    entryPoints: [...routes, CONTROL],
    ...{ outdir: "unused", write: false, metafile: true },
    ...{ bundle: true, packages: "external", platform: "node", format: "esm", logLevel: "error" },
    alias: { "server-only": `${process.cwd()}/bin/empty-module.mjs` },
  });
  inputs = metafile.inputs;
});

/** Returns the way by which a file imports a module of pages, file by file; `null` if it doesn't. */
function pathToPages(from: string, seen = new Set<string>()): string[] | null {
  seen.add(from);
  for (const { path, external } of inputs[from]?.imports ?? []) {
    if (external && OF_PAGES.test(path)) return [from, path];
    const rest = external || seen.has(path) ? null : pathToPages(path, seen);
    if (rest) return [from, ...rest];
  }
  return null;
}

it("no route reaches modules that only pages may import, on any way", () => {
  expect(routes.length).toBeGreaterThan(90);
  expect(routes.filter((route) => route.startsWith("app/dashboard/")).length).toBeGreaterThanOrEqual(8);
  expect(routes.map((route) => pathToPages(route)).filter((path) => path !== null)).toEqual([]);
});

it("a route that reaches it is found, also through other files", () => {
  expect(pathToPages(CONTROL)).toContain("next/headers");
  inputs["made-up/route.ts"] = { bytes: 0, imports: [{ path: CONTROL, kind: "import-statement" }] };
  expect(pathToPages("made-up/route.ts")?.slice(0, 2)).toEqual(["made-up/route.ts", CONTROL]);
});
