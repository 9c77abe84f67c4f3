import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { EsbuildFunctionBundler } from "@/lib/infra/function-bundler/esbuild-function-bundler";

const bundler = new EsbuildFunctionBundler();
const bundle = (index: string, more: Record<string, string> = {}) =>
  bundler.bundle("project", { files: { "index.ts": index, ...more }, entry: "index.ts" });
const HANDLER = "export default { fetch: () => new Response('ok') };";

describe("a bundle", () => {
  it("is one module of the files, in TypeScript, JavaScript and JSON", async () => {
    const index = `import { greet } from "./lib/greet"; import data from "./data.json"; export default { fetch: () => new Response(greet(data.name)) };`;
    const more = {
      "lib/greet.ts": "export const greet = (name: string): string => 'Hi ' + name;",
      "data.json": '{"name":"Ada"}',
    };
    const made = await bundle(index, more);
    expect(made.exports).toEqual(["default"]);
    expect(made.code).toContain('"Ada"');
    expect(made.code).not.toMatch(/^import /m);
  });

  it("leaves what the runtime provides to it, and has pg in it", async () => {
    const index = `import { caller } from "coppice"; import { createHash } from "crypto"; import pg from "pg"; export default { fetch: () => new Response(String([caller, createHash, pg.Client])) };`;
    const { code } = await bundle(index);
    expect(code).toMatch(/from "coppice"/);
    expect(code).toMatch(/from "node:crypto"/);
    expect(code).toContain("readyForQuery");
    // No require of Node's modules is left to chance.
    expect(code).toMatch(/^const require = \(name\) => \(\{/m);
    expect(code).not.toMatch(/import\("pg-native"\)/);
  });

  it("can verify tokens", async () => {
    const index = `import { createTokenVerifier } from "@coppice/auth/server"; export default { fetch: () => new Response(typeof createTokenVerifier) };`;
    expect((await bundle(index)).code).toContain("createTokenVerifier");
  });
});

test("a mistake is told with its file and line, and others with theirs", async () => {
  const failing = bundle("export default { fetch() {\n  return new Response(;\n} };");
  await expect(failing).rejects.toMatchObject({
    name: "BundleError",
    faults: [{ file: "index.ts", line: 2, message: expect.stringContaining("Unexpected") }],
  });
  const two = bundle('import "./a";\nimport "./b";', { "a.ts": "let x = ;", "b.ts": "\n\nlet y = ;" });
  await expect(two).rejects.toMatchObject({
    faults: [
      { file: "a.ts", line: 1 },
      { file: "b.ts", line: 3 },
    ],
  });
});

test.each([
  ["an absolute path", 'import "/etc/passwd";'],
  ["a path above the files", 'import "../../../../etc/passwd";'],
  ["a path above the files, from a folder", 'import "./lib/../../package.json";'],
  ["a file address", 'import "file:///etc/passwd";'],
  ["a data address", 'import "data:text/javascript,export default 1";'],
  ["a web address", 'import "https://example.com/a.js";'],
  ["a package that is there, but not for functions", 'import "esbuild";'],
  ["a file of a package", 'import "pg/lib/utils.js";'],
  ["a path alias", 'import "@/lib/core/env";'],
  ["a require", 'require("/etc/passwd");'],
  ["a dynamic import", 'await import("/etc/passwd");'],
  ["a style sheet's import", 'import "./a.css";'],
])("FN-07 nothing is read of the machine: %s", async (_, line) => {
  const files = {
    "a.css": '@import "/etc/passwd";',
    "tsconfig.json": '{"compilerOptions":{"paths":{"x":["/etc/passwd"]}}}',
  };
  const made = await bundle(`${line}\n${HANDLER}`, files).then(
    ({ code }) => code,
    (error: Error) => error.message,
  );
  expect(made).not.toMatch(/root:|"private": true/);
  if (!line.includes("a.css")) expect(made).toMatch(/none of the (function's files|packages)/);
});

test("FN-07 a tsconfig among the files changes nothing", async () => {
  const tsconfig = '{"extends":"/etc/hostname","compilerOptions":{"baseUrl":"/","paths":{"secret":["etc/passwd"]}}}';
  await expect(bundle('import "secret";', { "tsconfig.json": tsconfig })).rejects.toThrow(/"secret" is none/);
});

test("SV-M12 a folder of this machine is bundled, however long it takes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "coppice-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "index.ts"), HANDLER);
  const hasty = new EsbuildFunctionBundler({ maxProcessorMilliseconds: 1 });
  expect((await hasty.bundleFolder({ folder, entry: "index.ts" })).exports).toEqual(["default"]);
});

test("AT-H6 a neighbour's files are bundled before the last of a project that deploys many", async () => {
  const done: string[] = [];
  const deploy = (projectId: string) =>
    bundler.bundle(projectId, { files: { "index.ts": HANDLER }, entry: "index.ts" }).then(() => done.push(projectId));
  const hostile = Array.from({ length: 8 }, () => deploy("hostile"));
  await deploy("neighbour");
  expect(done.length).toBeLessThan(7);
  await Promise.all(hostile);
});

test("FN-07 what takes too much memory or time is ended, and the next one is bundled", async () => {
  const memory = bundle("(".repeat(4_000_000));
  await expect(memory).rejects.toThrow(/too much memory|too long|Unexpected/);
  const hasty = new EsbuildFunctionBundler({ maxProcessorMilliseconds: 1 });
  await expect(hasty.bundle("project", { files: { "index.ts": HANDLER }, entry: "index.ts" })).rejects.toThrow(
    /too long/,
  );
  expect((await bundle(HANDLER)).exports).toEqual(["default"]);
});
