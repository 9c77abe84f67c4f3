import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPackageFromTarballData } from "@arethetypeswrong/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPage, under } from "@/tests/support/guides/guide-blocks";
import { readTarball } from "./packed";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "coppice-functions-types-"));

/** A project as somebody makes it who writes functions: the package as it is served, and types of Node and pg. */
beforeAll(() => {
  const tarball = createPackageFromTarballData(readTarball("@coppice/functions"));
  for (const name of tarball.listFiles()) {
    const path = join(folder, name.slice(1));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, tarball.readFile(name));
  }
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  for (const name of ["@types/node", "@types/pg", "pg", "pg-types", "pg-protocol", "undici-types"]) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  cpSync(join(root, "examples/functions"), join(folder, "functions"), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns tsc's errors in the project's files. */
function check(types: string[], files = ["functions"]): string {
  const compilerOptions = { strict: true, noEmit: true, target: "es2022", lib: ["ES2023", "DOM", "DOM.Iterable"] };
  const modules = { module: "esnext", moduleResolution: "bundler", skipLibCheck: false };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...modules, types }, include: files }),
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" }).stdout;
}

test("the examples compile in a project of their own", () => {
  expect(readdirSync(join(folder, "functions"))).toHaveLength(6);
  expect(check(["@coppice/functions/runtime", "node"])).toBe("");
});

test("the function of docs/functions.md compiles, and its call knows its answer", () => {
  const blocks = readPage("functions");
  const [index] = under(blocks, "");
  const [call] = under(blocks, "Call");
  const own = `import { createFunctions } from "@coppice/functions";
const functions = createFunctions({ projectId: "p_1" });
`;
  for (const [path, text] of [
    ["page/functions/hello/index.ts", index?.text],
    ["page/app/call.ts", `${own}${call?.text}\nexport const said: string = hello;`],
  ] as const) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text ?? "");
  }
  expect(check(["@coppice/functions/runtime", "node"], ["page"])).toBe("");
});

test("without the types, the module that the service provides isn't known", () => {
  expect(check(["node"])).toMatch(/products-api\/index\.ts.*Cannot find module 'coppice'/);
});

test("a caller's fields are known by its kind", () => {
  mkdirSync(join(folder, "wrong"), { recursive: true });
  writeFileSync(
    join(folder, "wrong/index.ts"),
    `import { type Caller, caller } from "coppice";
export const of = (by: Caller) => (by.kind === "end-user" ? by.userId : by.kind === "schedule" ? by.cron : "");
export default { fetch: () => new Response(caller().userId) };`,
  );
  const said = check(["@coppice/functions/runtime", "node"], ["wrong"]);
  expect(said).toContain("index.ts(3,");
  expect(said.match(/error TS/g)).toHaveLength(1);
});
