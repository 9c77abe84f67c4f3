import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Returns the sources and packages that Node loads before the command line has read its arguments. */
async function loadedAtStart(): Promise<{ sources: string[]; packages: string[] }> {
  const { metafile } = await build({
    ...{ absWorkingDir: root, entryPoints: ["cli.ts"], outdir: "unwritten", write: false, metafile: true },
    ...{ bundle: true, splitting: true, packages: "external", platform: "node", format: "esm" },
    alias: { "server-only": `${root}bin/empty-module.mjs` },
  });
  const outputs = new Set(["unwritten/cli.js"]);
  const packages = new Set<string>();
  for (const output of outputs) {
    for (const { kind, path, external } of metafile.outputs[output]?.imports ?? []) {
      if (kind !== "import-statement") continue;
      if (!external) outputs.add(path);
      else if (!path.startsWith("node:")) packages.add(path);
    }
  }
  const sources = [...outputs].flatMap((output) => Object.keys(metafile.outputs[output]?.inputs ?? {}));
  return { sources, packages: [...packages] };
}

it("loads commander and the names of the commands, and nothing that a command calls", async () => {
  const { sources, packages } = await loadedAtStart();
  expect(packages).toEqual(["commander"]);
  expect(sources).toContain("lib/cli/commands/nouns.ts");
  expect(sources.filter((path) => !path.startsWith("lib/cli/")).sort()).toEqual(
    [
      "cli.ts",
      "lib/core/db/optimise-late.ts",
      "lib/core/ports/identity-providers.ts",
      "lib/core/service.ts",
      "lib/server/compiled-code.ts",
    ].sort(),
  );
});
