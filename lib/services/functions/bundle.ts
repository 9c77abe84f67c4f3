import { posix } from "node:path";
import type { Plugin } from "esbuild";

/** What a function may import besides its own files; the runtime provides it. */
const PROVIDED: ReadonlySet<string> = new Set(["pg", "@coppice/auth/server", "coppice"]);
const ENDINGS = ["", ".ts", ".js", ".mjs", ".tsx", ".jsx", ".json", "/index.ts", "/index.js"];
const LOADERS = { ts: "ts", tsx: "tsx", js: "js", mjs: "js", jsx: "jsx", json: "json" } as const;

export interface Bundle {
  code: string;
  /** The names that the entry exports. */
  exports: readonly string[];
}

/** Thrown for files that cannot be one program; the message says where and why. */
export class BundleError extends Error {
  override readonly name = "BundleError";
}

/**
 * Returns a function's files as one module. Every import is resolved among the files, so that nothing is read from
 * the disk; the bundler is a process of its own. Throws `BundleError`.
 */
export async function bundleFunction(files: ReadonlyMap<string, string>, entry: string): Promise<Bundle> {
  const { build } = await import("esbuild");
  const built = build({
    ...{ entryPoints: [entry], bundle: true, write: false, metafile: true, logLevel: "silent" },
    ...{ format: "esm", platform: "neutral", target: "es2024", conditions: ["workerd", "worker"] },
    ...{ absWorkingDir: "/", tsconfigRaw: "{}", outfile: "/bundle.js", plugins: [filesOnly(files)] },
  });
  const { outputFiles, metafile } = await built.catch((error: unknown) => {
    throw new BundleError(messageOf(error), { cause: error });
  });
  const [output] = Object.values(metafile.outputs);
  return { code: outputFiles[0]?.text ?? "", exports: output?.exports ?? [] };
}

function filesOnly(files: ReadonlyMap<string, string>): Plugin {
  return {
    name: "files-only",
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
        if (kind !== "entry-point" && isProvided(path)) return { path, external: true };
        const isRelative = kind === "entry-point" || /^\.{1,2}\//.test(path);
        const wanted = posix.normalize(posix.join(kind === "entry-point" ? "" : posix.dirname(importer), path));
        const found = isRelative ? ENDINGS.map((ending) => wanted + ending).find((name) => files.has(name)) : undefined;
        if (found !== undefined) return { path: found, namespace: "files" };
        return { errors: [{ text: `"${path}" is none of the function's files, and no package that it can import.` }] };
      });
      build.onLoad({ filter: /.*/, namespace: "files" }, ({ path }) => ({
        contents: files.get(path) ?? "",
        loader: LOADERS[path.split(".").at(-1) as keyof typeof LOADERS] ?? "text",
      }));
    },
  };
}

function isProvided(path: string): boolean {
  return path.startsWith("node:") || PROVIDED.has(path);
}

/** The first error of esbuild, with its place. */
function messageOf(error: unknown): string {
  const [first] =
    (error as { errors?: { text: string; location: { file: string; line: number } | null }[] }).errors ?? [];
  if (!first) return "The files can't be bundled.";
  return first.location ? `${first.location.file}:${first.location.line}: ${first.text}` : first.text;
}
