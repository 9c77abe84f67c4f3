import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { setPriority } from "node:os";
import { dirname, join, posix, relative } from "node:path";
import { build, type OutputFile, type PartialMessage, type Plugin } from "esbuild";
import type { BundleFault, FunctionBundle, FunctionFiles, FunctionFolder } from "../../core/ports/function-bundler";

/** Makes one bundle and ends. Its parent sends the files, and ends it where it takes too long. */

const NICENESS = 10;
const CHECK_MILLISECONDS = 20;
/** The kernel counts in these (USER_HZ), on every architecture that Node runs on. */
const TICK_MILLISECONDS = 10;
const PAGE_BYTES = 4_096;
const MOST_FAULTS = 10;
/** The runtime reads no larger source map (lib/infra/workerd/source-positions.ts). */
const MOST_MAP_CHARACTERS = 512 * 1024;
const [maxMemoryBytes, root = "/", maxProcessorMilliseconds] = process.argv.slice(2);

/** Packages that functions may import, with the replacement of each. Imports of these are read from the disk. */
const PACKAGES: Readonly<Record<string, string>> = {
  pg: "pg",
  "@coppice/auth/server": "./packages/client/src/server/index.ts",
};
/** Node's own modules that the runtime doesn't have. */
const ABSENT = ["node:sea", "node:test/reporters"];
/** The runtime compiles no bytes and loads no libraries. */
const BINARY = /\.(wasm|node)$/;
const NO_BINARIES = "functions have no WebAssembly and no native modules.";
const PROVIDED = "coppice";
const POOLED = "pooled-pg";
const POOLED_FILE = join(import.meta.dirname, "pooled-pg.mjs");
const ENDINGS = ["", ".ts", ".js", ".mjs", ".tsx", ".jsx", ".json", "/index.ts", "/index.js"];
const LOADERS = { ts: "ts", tsx: "tsx", js: "js", mjs: "js", jsx: "jsx", json: "json" } as const;

export type BundleReply = { bundle: FunctionBundle } | { faults: BundleFault[] };

const TOO_LONG: BundleReply = { faults: [{ file: null, line: null, message: "The files take too long to bundle." }] };

setPriority(NICENESS);
// The compiler is a process of its own, whose stack alone can take a gigabyte.
setInterval(() => {
  if (children().some((pid) => residentBytes(pid) > Number(maxMemoryBytes))) process.kill(-process.pid, "SIGKILL");
  if (isTooLong()) process.send?.(TOO_LONG, () => process.disconnect());
}, CHECK_MILLISECONDS).unref();

function children(): string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ").filter(Boolean);
}

function isTooLong(): boolean {
  const used = children().reduce((sum, pid) => sum + processorMilliseconds(pid), ownMilliseconds());
  return used > Number(maxProcessorMilliseconds);
}

process.once("message", (sources: FunctionFiles | FunctionFolder) => {
  // A bundle that is made between two looks has used its resources anyway.
  void bundle(sources).then((reply) => process.send?.(isTooLong() ? TOO_LONG : reply, () => process.disconnect()));
});

async function bundle(sources: FunctionFiles | FunctionFolder): Promise<BundleReply> {
  const required = new Set<string>();
  const inFolder = "folder" in sources;
  const workingDirectory = inFolder ? sources.folder : root;
  const plugins = [
    builtins(required),
    pools(workingDirectory),
    ...(inFolder ? [] : [ofFiles(new Map(Object.entries(sources.files)))]),
  ];
  try {
    const { outputFiles, metafile } = await build({
      ...{ entryPoints: [sources.entry], bundle: true, write: false, metafile: true, logLevel: "silent" },
      ...{ format: "esm", platform: "neutral", target: "es2024", mainFields: ["module", "main"] },
      // The source map names files from the bundle's place, and no path of this machine.
      ...{ conditions: ["workerd", "worker"], outfile: join(workingDirectory, "bundle.js"), plugins },
      ...{ sourcemap: "external", sourcesContent: false, legalComments: "none", absWorkingDir: workingDirectory },
      ...(!inFolder && { tsconfigRaw: "{}" }),
    });
    const [map, file] = ["bundle.js.map", "bundle.js"].map((name) =>
      outputFiles.find(({ path }) => path.endsWith(name)),
    );
    const exports = Object.values(metafile.outputs).flatMap((output) => output.exports);
    const before = requireLines(required);
    const code = [...before, file?.text ?? ""].join("\n");
    return { bundle: { code: withMap(code, map, before.length), exports } };
  } catch (error) {
    return { faults: faultsOf(error) };
  }
}

/** Packages in CommonJS ask for Node's modules with `require`, which a module of the runtime doesn't have. */
function requireLines(required: ReadonlySet<string>): string[] {
  const names = [...required];
  if (names.length === 0) return [];
  const imports = names.map((name, index) => `import __node${index} from ${JSON.stringify(nodeName(name))};`);
  const table = names.map((name, index) => `${JSON.stringify(name)}: __node${index}`);
  return [...imports, `const require = (name) => ({ ${table.join(", ")} })[name];`];
}

/** Adds the source map (ECMA-426), by which the runtime says where in the files an error was, after so many lines of ours. */
function withMap(code: string, map: OutputFile | undefined, linesBefore: number): string {
  const { sources, names, mappings } = JSON.parse(map?.text ?? "{}");
  const moved = { version: 3, sources, names, mappings: ";".repeat(linesBefore) + mappings };
  const encoded = Buffer.from(JSON.stringify(moved)).toString("base64");
  if (encoded.length > MOST_MAP_CHARACTERS) return code;
  return `${code}//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}

function builtins(required: Set<string>): Plugin {
  return {
    name: "builtins",
    setup: ({ onResolve }) => {
      onResolve({ filter: /.*/ }, ({ path, kind }) => {
        if (path === PROVIDED || path === "cloudflare:sockets") return { path, external: true };
        if (BINARY.test(path)) return { errors: [{ text: `"${path}" can't be bundled: ${NO_BINARIES}` }] };
        if (kind === "entry-point" || !isBuiltin(path)) return undefined;
        if (ABSENT.includes(nodeName(path))) return { errors: [{ text: `Functions have no "${nodeName(path)}".` }] };
        if (kind !== "require-call") return { path: nodeName(path), external: true };
        required.add(path);
        return { path, external: true };
      });
    },
  };
}

/** Marks a look for the package itself. */
const OWN_PG = { isOwnPg: true };

/** Puts pools of a call in the place of those of a file. Source maps name the module from `workingDirectory`. */
function pools(workingDirectory: string): Plugin {
  return {
    name: "pools",
    setup: ({ onResolve, onLoad, resolve }) => {
      onResolve({ filter: /^pg$/ }, async ({ path, resolveDir, importer, namespace, pluginData }) => {
        if (namespace === POOLED) return { path: pluginData };
        if (pluginData === OWN_PG) return undefined;
        const from = { resolveDir: namespace === "files" ? root : resolveDir, namespace: "file" };
        const found = await resolve(path, { ...from, importer, kind: "import-statement", pluginData: OWN_PG });
        if (found.errors.length > 0) return { errors: found.errors };
        return { path: relative(workingDirectory, found.path), namespace: POOLED, pluginData: found.path };
      });
      onResolve({ filter: /^report$/, namespace: POOLED }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /.*/, namespace: POOLED }, ({ pluginData }) => ({
        ...{ contents: readFileSync(POOLED_FILE, "utf8"), loader: "js", resolveDir: dirname(pluginData), pluginData },
      }));
    },
  };
}

const nodeName = (path: string) => (path.startsWith("node:") ? path : `node:${path}`);

/** Imports of a function's own files are found among them, or are one of the packages. */
function ofFiles(files: ReadonlyMap<string, string>): Plugin {
  return {
    name: "files",
    setup: ({ onResolve, onLoad, resolve }) => {
      onResolve({ filter: /.*/ }, async ({ path, importer, kind, namespace }) => {
        if (kind !== "entry-point" && namespace !== "files") return undefined;
        const source = kind !== "entry-point" && Object.hasOwn(PACKAGES, path) ? PACKAGES[path] : undefined;
        if (source !== undefined)
          return resolve(source, { kind: "import-statement", resolveDir: root, namespace: "file" });
        const isRelative = kind === "entry-point" || /^\.{1,2}\//.test(path);
        const wanted = posix.normalize(posix.join(kind === "entry-point" ? "" : posix.dirname(importer), path));
        const found = isRelative ? ENDINGS.map((ending) => wanted + ending).find((name) => files.has(name)) : undefined;
        if (found !== undefined) return { path: found, namespace: "files" };
        return { errors: [missing(path, isRelative)] };
      });
      onLoad({ filter: /.*/, namespace: "files" }, ({ path }) => ({
        contents: files.get(path) ?? "",
        loader: LOADERS[path.split(".").at(-1) as keyof typeof LOADERS] ?? "text",
      }));
    },
  };
}

function missing(path: string, isRelative: boolean): PartialMessage {
  const packages = [...Object.keys(PACKAGES), PROVIDED].join(", ");
  const text = isRelative
    ? `"${path}" is none of the function's files.`
    : `"${path}" is none of the packages that functions can import (${packages}, node:…). To use other packages, run \`coppice functions deploy <folder>\`, which bundles them where they are installed.`;
  return { text };
}

interface Located {
  text: string;
  location: { file: string; line: number; namespace: string } | null;
}

function faultsOf(error: unknown): BundleFault[] {
  const { errors = [] } = error as { errors?: Located[] };
  const faults = errors.slice(0, MOST_FAULTS).map(({ text, location }) => ({
    file: location?.file.replace(/^files:/, "") ?? null,
    line: location?.line ?? null,
    message: text,
  }));
  return faults.length > 0 ? faults : [{ file: null, line: null, message: "The files can't be bundled." }];
}

/** Starting Node is not the files' doing. */
const start = process.cpuUsage();
function ownMilliseconds(): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function processorMilliseconds(pid: string): number {
  try {
    // The name, which may hold spaces, ends with the last parenthesis; user and system time are fields 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS;
  } catch {
    return 0;
  }
}

function residentBytes(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
