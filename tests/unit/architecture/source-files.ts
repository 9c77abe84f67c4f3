import { readdirSync, readFileSync } from "node:fs";
import { dirname, normalize } from "node:path";
import { type ParseResult, parseSync } from "oxc-parser";

/** The folders of the product's own source; paths are relative to the root of the repository. */
const PACKAGES = ["client", "storage", "realtime", "functions"].map((name) => `packages/${name}/src`);
const ROOMS = ["app", "components", "lib", ...PACKAGES];
const ENTRIES = ["cli.ts", "instrumentation.ts", "proxy.tsx", "server.ts"];
const GENERATED = /^(lib\/core\/db\/generated\/|app\/route-(table|methods)\.ts$)/;

export interface SourceFile {
  path: string;
  text: string;
  parsed: ParseResult;
  imports: Import[];
}

export interface Import {
  /** The file that is imported, `null` for a package. */
  to: string | null;
  /** As it is written, such as `@/lib/core/ids`. */
  specifier: string;
  /** The imported names that are values; a side effect and a dynamic import are `*`. */
  values: string[];
  /** True where the module is loaded only when the code comes to this place. */
  isDynamic: boolean;
  line: number;
}

/** Reads and parses every source file of the product. */
export function readSourceFiles(): Map<string, SourceFile> {
  const inRooms = ROOMS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" }).map((path) => `${room}/${path}`),
  );
  const paths = [...ENTRIES, ...inRooms].filter((path) => /\.tsx?$/.test(path) && !GENERATED.test(path));
  const known = new Set(paths);
  return new Map(paths.map((path) => [path, parseSourceFile(path, readFileSync(path, "utf8"), known)]));
}

/** Parses one file; `known` are the paths that its imports may name. */
export function parseSourceFile(path: string, text: string, known: ReadonlySet<string>): SourceFile {
  const parsed = parseSync(path, text);
  if (parsed.errors.length > 0) throw new Error(`${path}: ${parsed.errors[0]?.message}`);
  return { path, text, parsed, imports: importsOf(path, text, parsed, known) };
}

function importsOf(path: string, text: string, { module }: ParseResult, known: ReadonlySet<string>): Import[] {
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries, start }) => ({
      specifier: moduleRequest.value,
      values: entries.length === 0 ? ["*"] : entries.filter(({ isType }) => !isType).map(importedName),
      start,
    })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest, isType, importName }) =>
        moduleRequest
          ? [{ specifier: moduleRequest.value, values: isType ? [] : [importName.name ?? "*"], start }]
          : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest, start }) => ({
      specifier: text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
      values: ["*"],
      isDynamic: true,
      start,
    })),
    ...[...text.matchAll(/\bimport\("([^"]+)"\)\./g)].map(({ 1: specifier = "", index }) => ({
      specifier,
      values: [],
      start: index,
    })),
  ];
  return found.map(({ specifier, values, start, ...rest }) => ({
    to: resolve(path, specifier, known),
    specifier,
    values,
    isDynamic: "isDynamic" in rest,
    line: text.slice(0, start).split("\n").length,
  }));
}

function importedName({ importName }: { importName: { name?: string | null } }): string {
  return importName.name ?? "default";
}

function resolve(from: string, specifier: string, known: ReadonlySet<string>): string | null {
  const path = pathOf(from, specifier);
  if (path === null) return null;
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((candidate) => known.has(candidate)) ?? null;
}

function pathOf(from: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (specifier.startsWith("@coppice/auth")) return specifier.replace("@coppice/auth", "packages/client/src");
  return specifier.startsWith(".") ? normalize(`${dirname(from)}/${specifier}`) : null;
}
