import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle } from "@/bin/bundle.mjs";

let folder: string;
let outputs: Metafile["outputs"];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loaded-"));
  ({ outputs } = (await bundle({ server: "server.ts" }, folder)) as Metafile);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the sources, by their bytes in the bundle, and the packages outside it that Node loads with these modules. */
function loadedWith(modules: readonly string[]): { sources: Map<string, number>; packages: Set<string> } {
  const written = Object.entries(outputs);
  const files = new Set(
    modules.map(
      (module) => written.find(([, { entryPoint }]) => entryPoint === module)?.[0] ?? `no file for ${module}`,
    ),
  );
  const packages = new Set<string>();
  for (const file of files) {
    for (const { kind, path, external } of outputs[file]?.imports ?? []) {
      if (kind === "import-statement") (external ? packages : files).add(path);
    }
  }
  const inputs = [...files].flatMap((file) => Object.entries(outputs[file]?.inputs ?? {}));
  return { sources: new Map(inputs.map(([path, { bytesInOutput }]) => [path, bytesInOutput])), packages };
}

const ROLES = {
  worker: ["lib/jobs/worker.ts"],
  content: ["lib/server/roles/content.ts"],
};

describe.each(Object.entries(ROLES))("the role %s", (_role, modules) => {
  const loaded = () => loadedWith(["server.ts", "lib/server/roles/run-roles.ts", ...modules]);

  test("loads neither SAML nor the templates of mails before somebody needs them", () => {
    const paths = [...loaded().sources.keys()];
    expect(paths).toContain("lib/runtime.ts");
    const late = ["lib/infra/saml/", "lib/sign-in/mail/templates/", "node_modules/xpath/", "node_modules/@peculiar/"];
    expect(paths.filter((path) => late.some((start) => path.startsWith(start)))).toEqual([]);
  });

  test("holds no more than 3.2 MB of code", () => {
    const bytes = [...loaded().sources.values()].reduce((sum, each) => sum + each, 0);
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes).toBeLessThan(3_200_000);
  });
});

test("the role web loads Next with the first page", () => {
  const { packages } = loadedWith(["server.ts", "lib/server/roles/run-roles.ts", "lib/server/roles/web.ts"]);
  expect(packages).toContain("@prisma/client/runtime/client");
  expect(packages).not.toContain("next");
});

test("Prisma's query compiler is a file, which no bundle holds as text", async () => {
  await access(join(folder, "chunks", "query-compiler.wasm"));
  const largest = Math.max(...Object.entries(outputs).map(([path, { bytes }]) => (path.endsWith(".js") ? bytes : 0)));
  expect(largest).toBeLessThan(2_500_000);
});
