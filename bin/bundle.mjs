import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";
import { root } from "./paths.mjs";

/** How every bundle of the sources is made: packages stay outside, `@/` is the root of the repository. */
function options(entries, folder) {
  return {
    absWorkingDir: root,
    entryPoints: entries,
    outdir: folder,
    bundle: true,
    // What is imported when it is needed, such as the templates of mails, stays out of the processes that never do.
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    packages: "external",
    platform: "node",
    target: "node24",
    format: "esm",
    sourcemap: true,
    logLevel: "warning",
    alias: { "server-only": join(root, "bin/empty-module.mjs") },
    tsconfig: join(root, "tsconfig.json"),
    // What `compiler.defineServer` of next.config.ts says to the code that Next bundles.
    define: { DEVELOPMENT_SERVER: "false" },
  };
}

/** `entries` maps the name of each bundle to its source file. */
export async function bundle(entries, folder) {
  rmSync(join(folder, "chunks"), { recursive: true, force: true });
  await build(options(entries, folder));
}

/** Bundles again on every change until `dispose`; calls `onBuilt` after each one without errors. */
export async function watchBundle(entries, folder, onBuilt) {
  const plugin = { name: "on-built", setup: (built) => built.onEnd(({ errors }) => void (errors.length || onBuilt())) };
  const watching = await context({ ...options(entries, folder), plugins: [plugin] });
  await watching.watch();
  return watching;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle({ server: "server.ts", coppice: "cli.ts" }, join(root, "dist"));
}
