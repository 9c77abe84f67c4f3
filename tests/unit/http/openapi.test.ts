import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { generateSource } from "oazapfts";
import { afterAll, describe, expect, it } from "vitest";
import { routes } from "@/app/route-table";
import { describeApi } from "@/lib/http/openapi/describe-api";

const source = JSON.stringify(describeApi(routes, "https://coppice.example"));

/** No function can be named `secrets`. */
const RESERVED = /^no-ambiguous-paths: .*functions\/secrets\/\{name\}/;

async function problemsOf(document: string) {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: document, config, absoluteRef: "/openapi.json" });
  return problems
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
    .filter((problem) => !RESERVED.test(problem));
}

describe("the OpenAPI document", () => {
  it("breaks none of the linter's recommended rules", async () => {
    expect(await problemsOf(source)).toEqual([]);
    const [problem] = await problemsOf(source.replace('"security":[]', '"x-security":[]'));
    expect(problem).toMatch(/^security-defined: .*\/paths\//);
  });

  it("leaves out hosted pages, their forms and the routes of the dashboard's own scripts", () => {
    const paths = Object.keys(JSON.parse(source).paths);
    expect(paths).toEqual(expect.arrayContaining(["/api/v1/databases", "/v1/auth-tenant/sign-in/email"]));
    expect(paths.filter((path) => /^\/(auth|dashboard)\//.test(path))).toEqual([]);
  });
});

const folder = mkdtempSync(join(tmpdir(), "coppice-typed-client-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles a program beside the generated client. Returns the compiler's output, which is empty when all is well. */
async function compile(program: string): Promise<string> {
  writeFileSync(join(folder, "program.ts"), `import * as api from "./client.js";\n${program}\n`);
  const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");
  const flags = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2024", "--lib", "es2024,dom"];
  const run = promisify(execFile)(process.execPath, [compiler, ...flags, "program.ts"], { cwd: folder });
  return await run.then(() => "").catch((error: { stdout: string; stderr: string }) => error.stdout + error.stderr);
}

it("a typed client that is generated from the document compiles, and knows fields and answers", async () => {
  const document = join(folder, "openapi.json");
  writeFileSync(document, source);
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "client.ts"), await generateSource(document));

  const rightUse = `
    const answer = await api.createDatabase({ name: "shop" });
    if (answer.status === 201) answer.data.status satisfies "provisioning" | "ready" | "failed";
    if (answer.status === 401) answer.data.error.code satisfies string;`;
  expect(await compile(rightUse)).toBe("");
  expect(await compile("await api.createDatabase({ name: 1 });")).toContain("not assignable to type 'string'");
});
