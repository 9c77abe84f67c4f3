#!/usr/bin/env node
// Builds the package into dist: an ESM bundle for each entry, the declarations by tsc, and the style sheet as it is.
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
const dist = join(folder, "dist");
/** Server components can import the components only with the directive, and the texts only without it. */
const entries = { index: "", "react/index": '"use client";', "react/messages/index": "", "server/index": "" };

rmSync(dist, { recursive: true, force: true });
for (const [entry, directive] of Object.entries(entries)) {
  await build({
    absWorkingDir: folder,
    entryPoints: [{ in: `src/${entry}.ts`, out: entry }],
    outdir: dist,
    bundle: true,
    // What is imported later is a file of its own, beside what it shares with the entry.
    splitting: true,
    chunkNames: `${dirname(entry)}/[name]-[hash]`,
    packages: "external",
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    tsconfig: "tsconfig.json",
    banner: { js: directive },
    logLevel: "warning",
  });
}
copyFileSync(join(folder, "src/styles.css"), join(dist, "styles.css"));

const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
execFileSync(process.execPath, [join(typescript, "bin/tsc"), "-p", join(folder, "tsconfig.build.json")], {
  stdio: "inherit",
});
for (const path of readdirSync(dist, { recursive: true }).filter((name) => name.endsWith(".d.ts"))) {
  const declaration = readFileSync(join(dist, path), "utf8");
  // Node needs the extension of a file, which the sources leave out.
  writeFileSync(join(dist, path), declaration.replace(/(from "|import\(")(\.{1,2}\/[^"]+)"/g, '$1$2.js"'));
}
