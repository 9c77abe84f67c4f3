import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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

  it("leaves the runtime's modules to it, and has pg in it", async () => {
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

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "coppice-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** A package as people install it, written for CommonJS. */
const packageOf = (name: string, main: string, more: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({ "package.json": JSON.stringify({ name, main: "main.js" }), "main.js": main, ...more }).map(
      ([file, text]) => [`node_modules/${name}/${file}`, text],
    ),
  );

test.each([
  ["node:sea", 'Functions have no "node:sea".'],
  ["node:test/reporters", 'Functions have no "node:test/reporters".'],
  ["./add.wasm", '"./add.wasm" can\'t be bundled: functions have no WebAssembly and no native modules.'],
  ["./add.node", '"./add.node" can\'t be bundled: functions have no WebAssembly and no native modules.'],
  ["nowhere", 'Could not resolve "nowhere"'],
])(
  "7.8: what a package requires and functions don't have is told with its file and line: %s",
  async (name, message) => {
    const used = packageOf("used", `// Of a package.\nmodule.exports = require("${name}");`, {
      "add.wasm": "",
      "add.node": "",
    });
    const folder = await folderOf({ "index.ts": `import used from "used";\n${HANDLER}\nused();`, ...used });
    await expect(bundler.bundleFolder({ folder, entry: "index.ts" })).rejects.toMatchObject({
      faults: [{ file: "node_modules/used/main.js", line: 2, message }],
    });
  },
);

test("7.8: a package written for CommonJS has its default, its names, its JSON and Node's globals", async () => {
  const used = packageOf(
    "used",
    `exports.__esModule = true; exports.default = () => Buffer.from("ü").toString("hex"); exports.data = require("./data");`,
    { "data.json": '{"a":1.10}' },
  );
  const index = `import bytes, { data } from "used"; const ready = await Promise.resolve(true); export default { fetch: () => new Response(JSON.stringify([bytes(), data, ready])) };`;
  const { code } = await bundler.bundleFolder({
    folder: await folderOf({ "index.ts": index, ...used }),
    entry: "index.ts",
  });
  const { default: made } = await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
  expect(await made.fetch().json()).toEqual(["c3bc", { a: 1.1 }, true]);
});

test("SV-M12 a folder of this machine is bundled, however long it takes", async () => {
  const folder = await folderOf({ "index.ts": HANDLER });
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

test("FN-07 a bundle that takes too much memory or time is ended, and the next one is made", async () => {
  const memory = bundle("(".repeat(4_000_000));
  await expect(memory).rejects.toThrow(/too much memory|too long|Unexpected/);
  const hasty = new EsbuildFunctionBundler({ maxProcessorMilliseconds: 1 });
  await expect(hasty.bundle("project", { files: { "index.ts": HANDLER }, entry: "index.ts" })).rejects.toThrow(
    /too long/,
  );
  expect((await bundle(HANDLER)).exports).toEqual(["default"]);
});
