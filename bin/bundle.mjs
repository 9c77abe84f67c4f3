import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";
import { externalPackages } from "./external-packages.mjs";
import { root } from "./paths.mjs";

/**
 * Packages that Next leaves outside by itself, among them React. A query that a page makes reaches the client of our own
 * bundle: of Prisma's classes there must be one copy. The others find files beside themselves.
 */
const FURTHER_EXTERNAL = [...["@prisma/client", "next", "react", "react-dom", "sharp"], "workerpool"];

/**
 * Prisma's query compiler comes as a module of text in base64, which a process would hold twice, beside the bytes that it
 * makes of it. A file of these bytes beside the chunks, read when it is compiled, leaves nothing behind.
 */
function compilerFile(folder) {
  const setup = ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@prisma\/client\/.+\.wasm-base64\.mjs$/ }, ({ path }) => ({
      path,
      namespace: "compiler-file",
    }));
    onLoad({ filter: /.*/, namespace: "compiler-file" }, async ({ path }) => {
      const { wasm } = await import(path);
      mkdirSync(join(folder, "chunks"), { recursive: true });
      writeFileSync(join(folder, "chunks", "query-compiler.wasm"), Buffer.from(wasm, "base64"));
      // The generated client calls Buffer.from(wasm, "base64"), which asks an object for its value.
      const contents = `import { readFileSync } from "node:fs";
        export const wasm = { valueOf: () => readFileSync(new URL("./query-compiler.wasm", import.meta.url)) };`;
      return { contents, loader: "js" };
    });
  };
  return { name: "compiler-file", setup };
}

/**
 * A package that is imported when it is needed stays outside: of one written for CommonJS, esbuild's import() has nothing
 * but `default`.
 */
const latePackages = {
  name: "late-packages",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(?:[^./@]|@[^/])/ }, ({ kind }) => (kind === "dynamic-import" ? { external: true } : null)),
};

/**
 * The options of every bundle of the sources; `@/` is the root of the repository. Packages are in it, without spaces
 * and comments: Node keeps the text of all that it loads, of most packages twice, and reads hundreds of files for it.
 */
function options(entries, folder, further) {
  return {
    absWorkingDir: root,
    entryPoints: entries,
    outdir: folder,
    bundle: true,
    // A module that is imported when it is needed, such as the templates of mails, stays out of processes that never
    // do.
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    external: [...externalPackages, ...FURTHER_EXTERNAL],
    minifyWhitespace: true,
    legalComments: "none",
    // Packages written for CommonJS call it for Node's own modules.
    banner: {
      js: `import { createRequire as makeRequire } from "node:module";const require=makeRequire(import.meta.url);`,
    },
    platform: "node",
    target: "node24",
    format: "esm",
    sourcemap: true,
    logLevel: "warning",
    alias: { "server-only": join(root, "bin/empty-module.mjs") },
    tsconfig: join(root, "tsconfig.json"),
    // The value that `compiler.defineServer` of next.config.mjs gives to the code that Next bundles.
    define: { DEVELOPMENT_SERVER: "false" },
    plugins: [compilerFile(folder), latePackages],
    ...further,
  };
}

/**
 * `entries` maps the name of each bundle to its source file. With `packages: "external"`, packages stay outside.
 * Returns the content and the imports of each file that was written.
 */
export async function bundle(entries, folder, further = {}) {
  // Earlier chunks, and the code that V8 has compiled of them, are of no use any more.
  for (const made of ["chunks", "compiled"]) rmSync(join(folder, made), { recursive: true, force: true });
  const { metafile } = await build({ ...options(entries, folder, further), metafile: true });
  return metafile;
}

/** Bundles without packages again on every change until `dispose`; calls `onBuilt` after each one without errors. */
export async function watchBundle(entries, folder, onBuilt) {
  const plugin = { name: "on-built", setup: (built) => built.onEnd(({ errors }) => void (errors.length || onBuilt())) };
  const shared = options(entries, folder, { packages: "external" });
  const watching = await context({ ...shared, plugins: [...shared.plugins, plugin] });
  await watching.watch();
  return watching;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle({ server: "server.ts", coppice: "cli.ts" }, join(root, "dist"));
}
