#!/usr/bin/env node
// Builds the package in the working folder into dist: an ESM bundle for each entry of its exports, the declarations by
// tsc, and the style sheet as it is.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const folder = process.cwd();
const dist = join(folder, "dist");
const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const entries = Object.values(exports).flatMap(({ default: file }) => file?.match(/^\.\/dist\/(.+)\.js$/)?.[1] ?? []);
/** Server components can import the components only with the directive, and all else only without it. */
const directiveOf = (entry) => (entry === "react/index" ? '"use client";' : "");

rmSync(dist, { recursive: true, force: true });
for (const entry of entries) {
  await build({
    absWorkingDir: folder,
    entryPoints: [{ in: `src/${entry}.ts`, out: entry }],
    outdir: dist,
    bundle: true,
    // A module that is imported later is a file of its own, beside the parts that it shares with the entry.
    splitting: true,
    chunkNames: `${dirname(entry)}/[name]-[hash]`,
    packages: "external",
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    tsconfig: "tsconfig.json",
    banner: { js: directiveOf(entry) },
    logLevel: "warning",
  });
}
const styles = join(folder, "src/styles.css");
if (existsSync(styles)) copyFileSync(styles, join(dist, "styles.css"));

// Declarations of the modules that the package has no code for.
for (const name of readdirSync(join(folder, "src")).filter((each) => each.endsWith(".d.ts"))) {
  copyFileSync(join(folder, "src", name), join(dist, name));
}

const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
execFileSync(process.execPath, [join(typescript, "bin/tsc"), "-p", join(folder, "tsconfig.build.json")], {
  stdio: "inherit",
});
for (const path of readdirSync(dist, { recursive: true }).filter((name) => name.endsWith(".d.ts"))) {
  const declaration = readFileSync(join(dist, path), "utf8");
  // Node needs the extension of a file, which the sources leave out.
  writeFileSync(join(dist, path), declaration.replace(/(from "|import\(")(\.{1,2}\/[^"]+)"/g, '$1$2.js"'));
}
