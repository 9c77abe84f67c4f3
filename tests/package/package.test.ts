import { globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build, type Metafile } from "esbuild";
import { publint } from "publint";
import { describe, expect, it } from "vitest";
import { packageFolder, readTarball } from "./packed";

const tarball = readTarball();
const dist = join(packageFolder, "dist");

interface Bundle {
  /** Compressed, of what is loaded at once. */
  bytes: number;
  /** What is left for the app to bring. */
  imports: string[];
  inputs: string[];
  /** What is loaded when it is used, beside what is loaded at once. */
  later: { bytes: number; inputs: string[] }[];
}

/** What an app's bundler makes of an entry, with the packages an app has anyway left out. */
async function bundleOf(entry: string, external: string[] = []): Promise<Bundle> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: packageFolder,
    entryPoints: [join("dist", entry)],
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    outdir: "out",
    write: false,
    metafile: true,
    external,
  });
  const bundle: Bundle = { bytes: 0, imports: [], inputs: [], later: [] };
  const loaded = loadedAtOnce(metafile.outputs, join("dist", entry));
  for (const [path, { imports, inputs }] of Object.entries(metafile.outputs)) {
    const { contents = "" } = outputFiles.find((file) => file.path === join(packageFolder, path)) ?? {};
    const bytes = gzipSync(contents, { level: 9 }).byteLength;
    if (!loaded.has(path)) {
      bundle.later.push({ bytes, inputs: Object.keys(inputs) });
      continue;
    }
    bundle.bytes += bytes;
    bundle.inputs.push(...Object.keys(inputs));
    bundle.imports.push(...staticImports({ imports }).filter((imported) => !(imported in metafile.outputs)));
  }
  return bundle;
}

type Outputs = Metafile["outputs"];

const staticImports = ({ imports }: Pick<Outputs[string], "imports">) =>
  imports.filter(({ kind }) => kind !== "dynamic-import").map(({ path }) => path);

/** The file of the entry, and the files that it imports, which a browser fetches with it. */
function loadedAtOnce(outputs: Outputs, entry: string): Set<string> {
  const [first] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  const loaded = new Set<string>();
  const waiting = [first];
  for (const path of waiting) {
    const output = path === undefined ? undefined : outputs[path];
    if (path === undefined || output === undefined || loaded.has(path)) continue;
    loaded.add(path);
    waiting.push(...staticImports(output));
  }
  return loaded;
}

const readme = readFileSync(join(packageFolder, "README.md"), "utf8");

/** The kilobytes that the README says of an entry. */
function saidSize(entry: string): number {
  return Number(new RegExp(`\\| \`${entry}\` \\|[^|]*\\| ([\\d.]+) kB`).exec(readme)?.[1]);
}

const REACT = ["react", "react/jsx-runtime"];

describe("the published package", () => {
  it("has no fault that publint knows of", async () => {
    const files = createPackageFromTarballData(tarball);
    const names = files.listFiles();
    expect(names).toEqual(expect.arrayContaining(["/node_modules/@coppice/auth/dist/index.js"]));
    expect(names.filter((name) => !/\/(dist\/.*\.(js|d\.ts|css)|package\.json|README\.md)$/.test(name))).toEqual([]);
    const { messages } = await publint({
      pkgDir: packageFolder,
      pack: false,
      strict: true,
    });
    expect(messages.map(({ code, path }) => `${code} ${path.join(".")}`)).toEqual([]);
  });

  it("has types that resolve as its code does", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(tarball));
    if (analysis.types === false) throw new Error("no types");
    // It is ESM only, and the resolution of Node 10 knows no subpaths.
    const problems = analysis.problems.filter((problem) => {
      if (problem.kind === "CJSResolvesToESM") return false;
      if ("entrypoint" in problem && problem.entrypoint === "./styles.css") return false;
      return !("resolutionKind" in problem && problem.resolutionKind === "node10");
    });
    expect(problems).toEqual([]);
    expect(Object.keys(analysis.entrypoints)).toEqual(
      expect.arrayContaining([".", "./react", "./messages", "./server"]),
    );
  });

  it("keeps its export list", async () => {
    const exported: Record<string, string[]> = {};
    for (const entry of ["index", "react/index", "react/messages/index", "server/index"]) {
      exported[entry] = Object.keys(await import(join(dist, `${entry}.js`))).sort();
    }
    expect(exported).toEqual({
      index: ["createServiceAuth"],
      "react/index": [
        ...["AuthProvider", "EmailCodeForm", "ForgotPasswordForm", "OrganizationProfile", "OrganizationSwitcher"],
        ...["ResetPasswordForm", "SignInPanel"],
        ...["TwoFactorChallenge", "TwoFactorSetup", "UserButton", "UserProfile", "VerifyEmailForm"],
        ...["useAuth", "useSession", "useUser"],
      ],
      "react/messages/index": [
        ...["ar", "de", "describeFailure", "en", "es", "fillIn", "fr", "ja"],
        ...["organizationsAr", "organizationsDe", "organizationsEn"],
        ...["organizationsEs", "organizationsFr", "organizationsJa"],
      ],
      "server/index": ["SessionRequired", "createServerAuth", "createTokenVerifier"],
    });
  });

  it("has a client under 6 kB that needs nothing, and the library for passkeys apart", async () => {
    const { bytes, imports, inputs, later } = await bundleOf("index.js");
    expect(imports).toEqual([]);
    expect(inputs).toEqual(["dist/index.js"]);
    expect(bytes).toBeLessThan(6_000);
    expect(saidSize("@coppice/auth")).toBeCloseTo(bytes / 1_000, 0);
    expect(later).toHaveLength(1);
    for (const chunk of later) {
      expect(chunk.inputs.filter((path) => !path.includes("node_modules/@simplewebauthn/browser/"))).toEqual([]);
      expect(chunk.bytes).toBeLessThan(4_500);
    }
  });

  it("has components that need React and nothing of Node, those for organizations apart", async () => {
    const { bytes, imports, later } = await bundleOf("react/index.js", REACT);
    expect(later).toHaveLength(1);
    expect(later[0]?.inputs.join()).toMatch(/^dist\/react\/organizations-\w+\.js$/);
    expect(later[0]?.bytes).toBeLessThan(8_000);
    const [, said] = /components for organisations take ([\d.]+) kB/.exec(readme) ?? [];
    expect(Number(said)).toBeCloseTo((later[0]?.bytes ?? 0) / 1_000, 0);
    expect([...new Set(imports)].sort()).toEqual(REACT);
    expect(bytes).toBeLessThan(24_000);
    expect(saidSize("@coppice/auth/react")).toBeCloseTo(bytes / 1_000, 0);
    expect(readFileSync(join(dist, "react/index.js"), "utf8")).toMatch(/^"use client";/);
  });

  it("has server helpers that run without Node's built-in modules", async () => {
    const { imports, inputs } = await bundleOf("server/index.js", ["next/*"]);
    const names = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
    expect(imports.filter((path) => names.has(path))).toEqual([]);
    expect(imports.filter((path) => !path.startsWith("next/"))).toEqual([]);
    expect(inputs.some((path) => path.includes("/react/"))).toBe(false);
  });

  it("says of every export what it is, with an example", () => {
    const undocumented: string[] = [];
    for (const entry of ["index", "react/index", "react/messages/index", "server/index"]) {
      const list = readFileSync(join(packageFolder, "src", `${entry}.ts`), "utf8");
      for (const [, names = "", from = ""] of list.matchAll(/export (?:type )?\{([^}]*)\} from "([^"]+)"/g)) {
        const [file] = globSync(`${from.slice(2)}.ts{,x}`, { cwd: join(packageFolder, "src", entry, "..") });
        const source = readFileSync(join(packageFolder, "src", entry, "..", file ?? ""), "utf8");
        for (const name of names
          .split(",")
          .map((part) => part.trim().replace(/^type /, ""))
          .filter(Boolean)) {
          const declared = new RegExp(`\\*/\\nexport (async )?(const|function|class|interface|type) ${name}\\b`);
          const at = source.search(declared);
          const comment = at < 0 ? "" : source.slice(source.lastIndexOf("/**", at), at);
          if (!comment.includes("@example")) undocumented.push(`${entry} ${name}`);
        }
      }
    }
    expect(undocumented).toEqual([]);
  });
});
